import Foundation
import TestSupport
import Testing

@Suite("Frames in shared memory") struct StreamTests {
    /// A client written from docs/stream-protocol.md.
    private static let client = #"""
        import fcntl, json, mmap, signal, socket, subprocess, time
        # The threads of the tests block signals.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        program = sys.argv[2]
        class Client:
            def __init__(self, path=None):
                if path:
                    self.socket = socket.socket(socket.AF_UNIX)
                    self.socket.connect(path)
                else:
                    self.socket, theirs = socket.socketpair()
                    self.process = subprocess.Popen([program, 'stream'], stdin=theirs)
                    theirs.close()
                self.lines = self.socket.makefile('rb')
            def send(self, line, *descriptors):
                socket.send_fds(self.socket, [line + b'\n'], descriptors)
            def answer(self):
                return json.loads(self.lines.readline())
            def ask(self, name, content, *descriptors):
                self.send(json.dumps({name: content}).encode(), *descriptors)
                return self.answer()
            def memory(self, slot, size, seals=2):
                descriptor = os.memfd_create('test', os.MFD_ALLOW_SEALING)
                os.ftruncate(descriptor, size)
                if seals: fcntl.fcntl(descriptor, 1033, seals)
                answer = self.ask('memory', {'slot': slot}, descriptor)
                memory = mmap.mmap(descriptor, size) if 'memory' in answer else None
                os.close(descriptor)
                return memory, answer
            def begin(self, frame, recipe=(), format='rgba8', rate=30):
                hello = self.ask('hello', {'version': 1, 'width': frame.shape[1], 'height': frame.shape[0],
                                           'format': format, 'rate': rate})
                assert 'hello' in hello, hello
                answer = self.ask('recipe', {'glint': 1, 'filters': list(recipe)})
                assert 'recipe' in answer, answer
                self.result = answer['recipe']['result']
                self.memories = {}
                return self
            def filter(self, frame, slot=0, **time):
                if slot not in self.memories:
                    self.memories[slot], answer = self.memory(slot, self.result['bytes'])
                    assert answer == {'memory': {'slot': slot, 'bytes': self.result['bytes']}}, answer
                memory = self.memories[slot]
                memory[:frame.nbytes] = frame.tobytes()
                answer = self.ask('frame', {'slot': slot, **time})
                assert answer.get('done', {}).get('slot') == slot, answer
                channels = {'gray': 1, 'rgb': 3, 'rgba': 4}[self.result['format'].rstrip('0123456789f')]
                shape = (self.result['height'], self.result['width'], channels)
                return np.frombuffer(memory, frame.dtype, int(np.prod(shape)), self.result['offset']).reshape(shape)
            def filter_planes(self, planes, order, recipe=(), **color):
                height, width = planes[0].shape
                hello = self.ask('hello', {'version': 1, 'width': width, 'height': height, 'format': order,
                                           'rate': 25, **color})
                assert 'hello' in hello, hello
                answer = self.ask('recipe', {'glint': 1, 'filters': list(recipe)})
                assert 'recipe' in answer, answer
                self.result = answer['recipe']['result']
                memory, _ = self.memory(0, self.result['bytes'])
                frame = packed(planes, order)
                memory[:frame.size] = frame.tobytes()
                answer = self.ask('frame', {'slot': 0})
                assert 'done' in answer, answer
                assert self.result['format'] == order and memory[:frame.size] == frame.tobytes()
                made = np.frombuffer(memory, np.uint8, offset=self.result['offset'])
                return unpacked(made, self.result['width'], self.result['height'], order)
            def end(self):
                self.socket.shutdown(socket.SHUT_RDWR)
                return self.process.wait(20)

        """#

    @discardableResult
    private func run(_ script: String, in folder: TemporaryFolder) throws -> String {
        let prelude = """
            import os, sys
            import numpy as np
            from PIL import Image
            os.chdir(sys.argv[1])
            def noise(height, width, channels=3, seed=1, dtype=np.uint8):
                return np.random.default_rng(seed).integers(
                    0, np.iinfo(dtype).max + 1, (height, width, channels), dtype=dtype)

            """
        return try runPython(
            prelude + planarReference + Self.client + script,
            arguments: [folder.path, builtProgram("glint-cli")])
    }

    @Test("a frame equals the output of render byte for byte, in every integer format")
    func sameAsRender() throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            recipe = [{'id': 'saturation', 'parameters': {'amount': 0.3}},
                      {'id': 'gaussian-blur', 'parameters': {'radius': 9}}, {'id': 'ntsc'}, {'id': 'film-grain'}]
            json.dump({'glint': 1, 'filters': recipe}, open('r.json', 'w'))
            for channels, name in [(1, 'gray'), (3, 'rgb'), (4, 'rgba')]:
                for dtype, depth in [(np.uint8, 8), (np.uint16, 16)]:
                    frame = noise(270, 357, channels, dtype=dtype)
                    frame.tofile('in.raw')
                    subprocess.run([program, 'render', 'in.raw', '-o', '-', '--format', 'raw', '--input-format', 'raw',
                                    '--size', '357x270', '--channels', name, '--depth', str(depth), '--recipe', 'r.json'],
                                   stdout=open('out.raw', 'wb'), check=True)
                    client = Client().begin(frame, recipe, f'{name}{depth}')
                    result = client.filter(frame)
                    same = np.array_equal(result.ravel(), np.fromfile('out.raw', dtype))
                    print(client.result['format'], same, (result != np.resize(frame, result.shape)).mean() > 0.5)
                    print(client.end())
            """, in: folder)
        #expect(
            output
                == ["rgb8", "rgb16", "rgb8", "rgb16", "rgba8", "rgba16"].map { "\($0) True True\n0\n" }
                .joined())
    }

    @Test("a picture equals the PNG that render saves")
    func pictures() throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            picture = noise(1200, 1100, 3)
            Image.fromarray(picture).save('a.png')
            for filters in (['gaussian-blur', 'radius=20'], ['crop', 'left=10', 'sepia'], ['resize', 'scale=1.5'], []):
                subprocess.run([program, 'render', 'a.png', '-y', '-o', 'b.png', '--'] + filters, check=True)
                recipe = []
                for word in filters:
                    if '=' in word:
                        name, value = word.split('=')
                        recipe[-1]['parameters'][name] = float(value)
                    else:
                        recipe.append({'id': word, 'parameters': {}})
                result = Client().begin(picture, recipe, 'rgb8').filter(picture)
                print(np.array_equal(result, np.asarray(Image.open('b.png'))), result.shape)
            """, in: folder)
        #expect(
            output
                == ["1200, 1100", "1200, 990", "1800, 1650", "1200, 1100"].map { "True (\($0), 3)\n" }
                .joined())
    }

    @Test("values over time and noise follow the time of a frame, as in a video that render filters")
    func time() throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            frames = [noise(48, 64, 4, seed=n) for n in range(7)]
            recipe = [{'id': 'saturation', 'parameters': {'amount': {'keys': [[0, 0], [0.2, 1]]}}}, {'id': 'ntsc'},
                      {'id': 'film-grain', 'parameters': {'amount': 0.4}}]
            json.dump({'glint': 1, 'filters': recipe}, open('r.json', 'w'))
            np.stack(frames).tofile('in.raw')
            subprocess.run([program, 'render', 'in.raw', '-o', '-', '--format', 'raw', '--input-format', 'raw', '--fps', '30',
                            '--size', '64x48', '--channels', 'rgba', '--recipe', 'r.json'],
                           stdout=open('out.raw', 'wb'), check=True)
            wanted = np.fromfile('out.raw', np.uint8).reshape(7, 480, 640, 4)
            client = Client().begin(frames[0], recipe)
            print([np.array_equal(client.filter(f, number=n, time=n / 30), wanted[n]) for n, f in enumerate(frames)])
            # Each follows from the other.
            print([np.array_equal(client.filter(f, slot=1, number=n), wanted[n]) for n, f in enumerate(frames)])
            print([np.array_equal(client.filter(f, time=n / 30), wanted[n]) for n, f in reversed(list(enumerate(frames)))])
            print(np.array_equal(client.filter(frames[3]), wanted[3]))
            """, in: folder)
        let all = "[" + Array(repeating: "True", count: 7).joined(separator: ", ") + "]\n"
        #expect(output == all + all + all + "False\n")
    }

    @Test("floats keep values beyond 0…1, and what is not a number is not passed on")
    func floats() throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            frame = np.random.default_rng(1).uniform(-1, 3, (40, 50, 4)).astype(np.float32)
            frame[0, 0], frame[0, 1] = np.nan, np.inf
            result = Client().begin(frame, [], 'rgbaf').filter(frame)
            frame[..., 3] = frame[..., 3].clip(0, 1)
            print(np.array_equal(result[1:], frame[1:]), np.isfinite(result).all())
            result = Client().begin(frame, [{'id': 'invert', 'parameters': {'amount': 1}}], 'rgbaf').filter(frame)
            print(np.abs(result[1:, :, :3] - (1 - frame[1:, :, :3])).max() < 1e-6)
            """, in: folder)
        #expect(output == "True True\nTrue\n")
    }

    /// Whether the device converts YCbCr, as a graphics card does, or the processor.
    private static let conversions = ["GLINT_ASSUME_GPU=1", "GLINT_ASSUME_GPU=0"]

    @Test(
        "frames of YCbCr pass filters by the formulas of their matrix, range and chroma location",
        arguments: conversions)
    func planes(conversion: String) throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            os.environ.update(['\(conversion)'.split('=')])
            client = Client()
            cases = [(matrix, range_, 'left') for matrix in WEIGHTS for range_ in ('limited', 'full')]
            cases += [('bt709', 'limited', siting) for siting in ('center', 'topleft', 'top')]
            worst, shares = 0, []
            for n, (matrix, range_, siting) in enumerate(cases):
                for order, size in (('i420', (35, 27)), ('nv12', (64, 48)), ('nv12', (33, 1)), ('i420', (1, 2))):
                    frame = planes(*size, n, range_)
                    color = {'matrix': matrix, 'range': range_, 'siting': siting}
                    same = client.filter_planes(frame, order, **color)
                    assert difference(same, frame)[0] == 0, (matrix, range_, siting, order)
                    made = client.filter_planes(frame, order, [{'id': 'invert'}], **color)
                    most, share = difference(made, samples(255 - rgb(frame, matrix, range_, siting), matrix, range_, siting))
                    worst = max(worst, most)
                    shares.append(share)
            # Fields of 25 rows, of which the second one has a row less of chroma.
            frame = planes(36, 50)
            made = client.filter_planes(frame, 'nv12', [{'id': 'invert'}], interlaced=True)
            for first, siting in enumerate(('left of top field', 'left of bottom field')):
                field, wanted = ([plane[first::2] for plane in of] for of in (made, frame))
                wanted = samples(255 - rgb(wanted, siting=siting), siting=siting)
                most, share = difference(field, [plane[:len(own)] for plane, own in zip(wanted, field)])
                worst = max(worst, most)
                shares.append(share)
            print(worst <= 1, np.mean(shares) < 0.01)
            # Without a matrix, it is that of videos that state none.
            for height in (576, 577):
                frame = planes(16, height)
                recipe = [{'id': 'saturation', 'parameters': {'amount': 0.3}},
                          {'id': 'resize', 'parameters': {'width': 8, 'height': 7}}]
                made = client.filter_planes(frame, 'i420', recipe)
                assert (client.result['width'], client.result['height']) == (8, 7)
                stated = [client.filter_planes(frame, 'i420', recipe, matrix=matrix, range='limited', siting='left',
                                               interlaced=False) for matrix in ('bt601', 'bt709')]
                print([difference(made, other)[0] == 0 for other in stated])
            """, in: folder)
        #expect(output == "True True\n[True, False]\n[False, True]\n")
    }

    @Test(
        "frames of YCbCr equal those of a video that render filters, also their fields",
        arguments: conversions)
    func planesOfVideo(conversion: String) throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            os.environ.update(['\(conversion)'.split('=')])
            recipe = [{'id': 'saturation', 'parameters': {'amount': 0.3}},
                      {'id': 'gaussian-blur', 'parameters': {'radius': 4}}]
            json.dump({'glint': 1, 'filters': recipe}, open('r.json', 'w'))
            for width, height, interlaced in (66, 50, False), (66, 50, True), (2048, 1200, False):
                frame = planes(width, height)
                packed(frame, 'i420').tofile('in.yuv')
                fields = ['-vf', 'setfield=tff', '-top', '1'] if interlaced else []
                subprocess.run(['ffmpeg', '-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', f'{width}x{height}',
                                '-i', 'in.yuv', *fields, '-c:v', 'ffv1', '-color_range', 'tv', 'in.mkv'], check=True)
                subprocess.run([program, 'render', 'in.mkv', '-y', '-q', '-o', 'out.y4m', '--recipe', 'r.json'],
                               check=True)
                header, data = open('out.y4m', 'rb').read().split(b'FRAME\\n', 1)
                wanted = unpacked(np.frombuffer(data, np.uint8), width, height, 'i420')
                print((b' It' in header) == interlaced, end=' ')
                for order in 'i420', 'nv12':
                    made = Client().filter_planes(frame, order, recipe, interlaced=interlaced)
                    print(difference(made, wanted)[0], end=' ')
            """, in: folder)
        #expect(output == "True 0 0 True 0 0 True 0 0 ")
    }

    @Test("an invalid request is answered by a sentence and changes nothing")
    func wrongRequests() throws {
        let folder = try temporaryFolder()
        let output = try run(
            #"""
            hello = {'version': 1, 'width': 8, 'height': 8, 'format': 'rgba8'}
            client = Client()
            def refused(line, sentence):
                client.send(line if isinstance(line, bytes) else json.dumps(line).encode())
                answer = client.answer()
                if sentence not in answer.get('error', {}).get('message', ''):
                    print('wrong:', line[:80] if isinstance(line, bytes) else line, answer)
            refused({'frame': {'slot': 0}}, '“hello” must come before')
            refused({'recipe': {}}, '“hello” must come before')
            frame = noise(8, 8, 4)
            client.begin(frame, [{'id': 'invert'}])
            before = client.filter(frame).copy()
            for line in b'', b'{', b'[]', b'nonsense', b'{"frame":{},"recipe":{}}', b'\x00\xff', b'[' * 100_000:
                refused(line, 'not a request')
            refused(b'x' * (17 << 20), 'longer than 16 MB')
            refused({'fram': {}}, 'did you mean frame?')
            refused({'frame': 3}, 'must be an object')
            refused({'frame': {}}, '“frame” needs “slot”')
            refused({'frame': {'slot': 64}}, 'from 0 to 63')
            refused({'frame': {'slot': 0.5}}, 'whole number')
            refused({'frame': {'slot': 7}}, 'slot 7 has no memory')
            refused({'frame': {'slot': 0, 'time': -1}}, '“time”')
            refused({'frame': {'slot': 0, 'number': 1 << 40}}, '“number”')
            refused({'frame': {'slot': 0, 'tim': 1}}, 'did you mean time?')
            refused({'hello': {**hello, 'version': 2}}, 'version 2')
            refused({'hello': {**hello, 'width': 0}}, '“width”')
            refused({'hello': {**hello, 'width': 1 << 31}}, '“width”')
            refused({'hello': {**hello, 'width': 1 << 20, 'height': 1 << 20}}, 'too large')
            refused({'hello': {**hello, 'format': 'rgba12'}}, 'unknown format')
            refused({'hello': {**hello, 'rate': 0}}, '“rate”')
            refused({'hello': {**hello, 'format': 'i421'}}, 'did you mean i420?')
            refused({'hello': {**hello, 'matrix': 'bt709'}}, 'apply only to i420 and nv12')
            refused({'hello': {**hello, 'format': 'i420', 'matrix': 'bt70'}}, 'did you mean bt709?')
            refused({'hello': {**hello, 'format': 'i420', 'range': 1}}, '“range” of “hello” must be a string')
            refused({'hello': {**hello, 'format': 'nv12', 'interlaced': 'yes'}}, 'must be true or false')
            refused({'hello': {**hello, 'format': 'nv12', 'width': 20000}}, 'at most 16384 on each side')
            refused({'recipe': {'glint': 1, 'filters': [{'id': 'inverted'}]}}, 'did you mean invert')
            refused({'recipe': {'glint': 1, 'filters': [{'id': 'sepia', 'parameters': {'amount': 9}}]}}, 'amount')
            refused({'recipe': 'none.json'}, 'none.json')
            refused({'recipe': 7}, '“recipe”')
            refused({'recipe': {'glint': 1, 'filters': [{'id': 'shader', 'parameters': {'file': 'none.fs'}}]}}, 'none.fs')
            refused({'recipe': {'glint': 1, 'filters': [{'id': 'resize', 'parameters': {'width': 60000, 'height': 60000}}]}}, '')
            refused({'memory': {'slot': 0}}, 'no descriptor')
            for size, seals in (4096, 0), (4096, 4), (0, 2), (4096, 2 | 8):
                memory, answer = client.memory(1, size, seals)
                if 'error' not in answer: print('wrong:', size, seals, answer)
            pipe = os.pipe()
            print(client.ask('memory', {'slot': 1}, pipe[0])['error']['message'][:18])
            client.memory(2, 4096 + 255)
            refused({'frame': {'slot': 2}}, 'slot 2 has 4351 bytes, but a frame and its result need 4352')
            print(np.array_equal(client.filter(frame), before), (before[..., :3] == 255 - frame[..., :3]).all())
            statistics = client.ask('statistics', {})['statistics']
            print(statistics['frames'], statistics['errors'] > 30, statistics['clients'])
            print(client.ask('release', {'slot': 0}))
            refused({'frame': {'slot': 0}}, 'slot 0 has no memory')
            print(client.end())
            """#, in: folder)
        #expect(
            output == """
                this is not memory
                True True
                2 True 1
                {'release': {'slot': 0}}
                0

                """)
    }

    @Test("clients of a socket share the program, which survives those that vanish")
    func severalClients() throws {
        let folder = try temporaryFolder()
        let output = try run(
            """
            import threading
            # A socket that a killed program has left is replaced.
            left = socket.socket(socket.AF_UNIX)
            left.bind('s')
            left.close()
            server = subprocess.Popen([program, 'stream', '--socket', 's'])
            def connected():
                for _ in range(200):
                    try: return Client('s')
                    except OSError: time.sleep(0.05)
            clients = [connected() for _ in range(3)]
            print(oct(os.stat('s').st_mode & 0o777))
            second = subprocess.run([program, 'stream', '--socket', 's'], stderr=subprocess.PIPE, text=True)
            print(second.returncode, 'may be listening at s' in second.stderr)
            # One vanishes amid a frame, one after half a request.
            large = noise(1500, 1500, 4)
            clients[2].begin(large, [{'id': 'kuwahara'}] * 3)
            memory, _ = clients[2].memory(0, clients[2].result['bytes'])
            clients[2].send(b'{"frame":{"slot":0}}')
            clients[2].lines.close(); clients[2].socket.close()
            half = connected()
            half.socket.send(b'{"hello":')
            half.lines.close(); half.socket.close()
            same = []
            def work(client, filter, reference):
                client.begin(reference, [{'id': filter}])
                for n in range(20):
                    frame = noise(60, 80, 4, seed=n)
                    result = client.filter(frame, slot=n % 2)
                    expected = 255 - frame[..., :3] if filter == 'invert' else frame[:, ::-1, :3]
                    same.append(np.array_equal(result[..., :3], expected))
            threads = [threading.Thread(target=work, args=(c, f, noise(60, 80, 4)))
                       for c, f in zip(clients, ['invert', 'flip'])]
            for t in threads: t.start()
            for t in threads: t.join()
            print(len(same), all(same), clients[0].ask('statistics', {})['statistics']['clients'])
            server.send_signal(signal.SIGTERM)
            print(server.wait(20), os.path.exists('s'), clients[0].lines.readline())
            """, in: folder)
        #expect(output == "0o600\n1 True\n40 True 2\n-15 False b''\n")
    }

    @Test("frames of a lost device, or one without memory, are errors, and later requests are answered")
    func lostDevice() throws {
        let folder = try temporaryFolder()
        try makeGraphicsTrouble(in: folder)
        let output = try run(
            """
            def trouble(what):
                open('new', 'w').write(what)
                os.replace('new', 'trouble')
                time.sleep(0.3)
            trouble('')
            os.environ.update(LD_PRELOAD=os.path.abspath('trouble.so'), GLINT_TEST_TROUBLE=os.path.abspath('trouble'))
            frame = noise(48, 64, 4)
            client = Client().begin(frame, [{'id': 'invert'}])
            before = client.filter(frame).copy()
            trouble('lost')
            for _ in range(2):
                answer = client.ask('frame', {'slot': 0})
                assert answer['error']['request'] == 'frame' and answer['error']['slot'] == 0, answer
                print(answer['error']['message'])
            print(client.ask('statistics', {})['statistics']['frames'])
            trouble('full')
            print(client.ask('recipe', {'glint': 1, 'filters': [{'id': 'gaussian-blur'}]}).keys())
            print(client.ask('frame', {'slot': 0})['error']['message'])
            # Another program has a device of its own.
            del os.environ['LD_PRELOAD']
            print(np.array_equal(Client().begin(frame, [{'id': 'invert'}]).filter(frame), before))
            print(client.end())
            """, in: folder)
        let lost =
            "The graphics driver was reset. The rendering in progress is lost; saved files are not affected."
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.count == 7, "\(output)")
        #expect(Array(lines.prefix(4)) == [lost, lost, "1", "dict_keys(['recipe'])"], "\(output)")
        #expect(lines[4].hasPrefix("The graphics memory is full: "), "\(output)")
        #expect(Array(lines.suffix(2)) == ["True", "0"], "\(output)")
    }

    @Test("what a shader keeps from frame to frame is each client's own")
    func persistentBuffers() throws {
        let folder = try temporaryFolder()
        let output = try run(
            #"""
            with open('sum.fs', 'w') as file:
                file.write('''/*{"ISFVSN": "2", "INPUTS": [{"NAME": "inputImage", "TYPE": "image"}],
                "PASSES": [{"TARGET": "sum", "PERSISTENT": true, "FLOAT": true}, {}]}*/
                void main() {
                    if (PASSINDEX == 0) gl_FragColor = vec4(IMG_THIS_PIXEL(sum).rgb + IMG_THIS_PIXEL(inputImage).rgb, 1.0);
                    else gl_FragColor = IMG_THIS_PIXEL(sum);
                }''')
            server = subprocess.Popen([program, 'stream', '--socket', 's'])
            while not os.path.exists('s'): time.sleep(0.05)
            recipe = [{'id': 'shader', 'parameters': {'file': 'sum.fs'}}]
            frames = [np.full((8, 8, 4), value, np.uint8) for value in (10, 3)]
            for frame in frames: frame[..., 3] = 255
            clients = [Client('s').begin(frame, recipe) for frame in frames]
            for n in range(4):
                print([int(c.filter(f, number=n)[0, 0, 0]) for c, f in zip(clients, frames)], end=' ')
            server.terminate(); server.wait()
            """#, in: folder)
        #expect(output == "[10, 3] [20, 6] [30, 9] [40, 12] ")
    }

    @Test("without a socket it says how to start it")
    func noSocket() throws {
        let folder = try temporaryFolder()
        expectRefusal(
            try glint(in: folder, "stream"), status: 2, mentions: "must be a Unix socket", "--socket")
        expectRefusal(
            try glint(in: folder, "stream", "--socket", "none/s"), status: 1, mentions: "none")
        expectRefusal(
            try glint(in: folder, "stream", "--socket", String(repeating: "x", count: 108)), status: 1,
            mentions: "107 bytes")
        try folder.write("precious", to: "kept")
        expectRefusal(
            try glint(in: folder, "stream", "--socket", "kept"), status: 1,
            mentions: "kept", "already exists")
        #expect(try folder.bytes("kept") == Data("precious".utf8))
    }
}

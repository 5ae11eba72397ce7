import Foundation

// probe OPERATION ARGUMENT...: runs one operation in a separate process, which tests can limit, measure, stop
// and kill.
let arguments = Array(CommandLine.arguments.dropFirst(2))
switch CommandLine.arguments.dropFirst().first {
case "open": exit(Opening.run(arguments))
case "store": exit(Storing.run(arguments))
case "write-video": exit(VideoWriting.run(arguments))
case "play-silence": exit(SoundPlaying.run(arguments))
case "auto": exit(try Measuring.run(arguments))
case "decode": exit(try Decoding.run(arguments))
default:
    print("usage: probe open|store|write-video|play-silence|auto|decode ARGUMENT...")
    exit(2)
}

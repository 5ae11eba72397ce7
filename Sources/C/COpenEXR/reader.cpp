#include "copenexr.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfPartType.h>
#include <ImfStandardAttributes.h>

#include <IexBaseExc.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

namespace {

/// A stream that reads from memory.
class Bytes : public Imf::IStream {
public:
    Bytes(const void *bytes, size_t count)
        : IStream("memory"), bytes(static_cast<const char *>(bytes)), count(count) {}

    bool read(char target[], int wanted) override {
        if (wanted < 0 || offset > count || uint64_t(wanted) > count - offset) {
            throw Iex::InputExc("it ends too early");
        }
        memcpy(target, bytes + offset, size_t(wanted));
        offset += uint64_t(wanted);
        return offset < count;
    }
    uint64_t tellg() override { return offset; }
    void seekg(uint64_t position) override { offset = position; }

private:
    const char *bytes;
    uint64_t count, offset = 0;
};

/// Runs code that may throw, and converts exceptions to results.
template <typename Work>
COpenEXRResult run(Work work) {
    try {
        work();
        return COPENEXR_DONE;
    } catch (const std::bad_alloc &) {
        return COPENEXR_NO_MEMORY;
    } catch (const Iex::NoImplExc &) {
        return COPENEXR_UNSUPPORTED;
    } catch (const std::exception &error) {
        // The library has no exception type for compression methods that it does not know.
        return strstr(error.what(), "nknown compression") ? COPENEXR_UNSUPPORTED : COPENEXR_DAMAGED;
    }
}

COpenEXRWindow window(const Imath::Box2i &box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

} // namespace

struct COpenEXRFile {
    COpenEXRFile(const void *bytes, size_t count) : stream(bytes, count), file(stream) {}

    Bytes stream;
    Imf::MultiPartInputFile file;
    /// The part whose pixels are being read.
    std::unique_ptr<Imf::InputPart> part;
};

COpenEXRFile *copenexr_open(const void *bytes, size_t count, COpenEXRResult *result) {
    COpenEXRFile *file = nullptr;
    *result = run([&] { file = new COpenEXRFile(bytes, count); });
    return file;
}

void copenexr_close(COpenEXRFile *file) { delete file; }

int copenexr_part_count(const COpenEXRFile *file) { return file->file.parts(); }

COpenEXRPart copenexr_part(const COpenEXRFile *file, int part) {
    const Imf::Header &header = file->file.header(part);
    COpenEXRPart result = {};
    result.isDeep = header.hasType() && Imf::isDeepData(header.type());
    result.data = window(header.dataWindow());
    result.display = window(header.displayWindow());
    double bytesPerPixel = 0;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
        result.channelCount++;
        bytesPerPixel += channel.channel().type == Imf::HALF ? 2 : 4;
    }
    const double width = double(result.data.right) - result.data.left + 1;
    const double height = double(result.data.bottom) - result.data.top + 1;
    // DWAB's blocks have 256 rows, those of other compression methods fewer.
    double rows = 256;
    if (header.hasTileDescription()) {
        const Imf::TileDescription &tile = header.tileDescription();
        rows = tile.ySize;
        result.blockBytes = bytesPerPixel * tile.xSize * tile.ySize;
    }
    result.blockBytes = std::max(result.blockBytes, bytesPerPixel * width * std::min(rows, height));
    result.hasChromaticities = Imf::hasChromaticities(header);
    if (result.hasChromaticities) {
        const Imf::Chromaticities &colors = Imf::chromaticities(header);
        const Imath::V2f chromaticities[] = {colors.red, colors.green, colors.blue, colors.white};
        for (int index = 0; index < 8; index++) {
            result.chromaticities[index] = chromaticities[index / 2][index % 2];
        }
    }
    return result;
}

void copenexr_channels(const COpenEXRFile *file, int part, COpenEXRChannel *channels) {
    const Imf::ChannelList &list = file->file.header(part).channels();
    for (auto entry = list.begin(); entry != list.end(); ++entry) {
        const Imf::Channel &channel = entry.channel();
        *channels++ = {entry.name(), channel.type == Imf::UINT, channel.xSampling, channel.ySampling};
    }
}

COpenEXRResult copenexr_read(
    COpenEXRFile *file, int part, const COpenEXRRoom *rooms, int roomCount, int firstRow, int lastRow) {
    return run([&] {
        if (!file->part) file->part = std::make_unique<Imf::InputPart>(file->file, part);
        const int left = file->file.header(part).dataWindow().min.x;
        Imf::FrameBuffer buffer;
        for (int index = 0; index < roomCount; index++) {
            const COpenEXRRoom &room = rooms[index];
            const ptrdiff_t origin =
                room.row / room.channel.rowStep * room.samplesPerRow + left / room.channel.columnStep;
            // The library expects the address of column 0 and row 0, even if that lies far outside the
            // buffer.
            const uintptr_t base =
                reinterpret_cast<uintptr_t>(room.first) - sizeof(float) * uintptr_t(origin);
            buffer.insert(
                room.channel.name,
                Imf::Slice(
                    Imf::FLOAT, reinterpret_cast<char *>(base), sizeof(float),
                    sizeof(float) * size_t(room.samplesPerRow), room.channel.columnStep,
                    room.channel.rowStep));
        }
        file->part->setFrameBuffer(buffer);
        file->part->readPixels(firstRow, lastRow);
    });
}

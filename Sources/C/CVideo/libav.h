#pragma once

// The functions of FFmpeg's libraries in use, as pointers that `cvideo_load` fills in.

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

#include "cvideo-failure.h"
#include "lazy-library.h"

// Replacements in FFmpeg 6.1 and 7.1 for what they deprecate.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
#define LIBAV_SIDE_DATA_FUNCTION(F) F(av_packet_side_data_get) F(av_packet_side_data_new)
#else
#define LIBAV_SIDE_DATA_FUNCTION(F) F(av_stream_get_side_data) F(av_stream_new_side_data)
#endif
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
#define LIBAV_CONFIGURATION_FUNCTION(F) F(avcodec_get_supported_config)
#else
#define LIBAV_CONFIGURATION_FUNCTION(F)
#endif

#define LIBAV_FUNCTIONS(F) \
    F(av_buffer_unref) \
    F(av_calloc) \
    F(av_channel_layout_compare) \
    F(av_channel_layout_copy) \
    F(av_channel_layout_default) \
    F(av_channel_layout_uninit) \
    F(av_compare_ts) \
    F(av_dict_copy) \
    F(av_dict_free) \
    F(av_dict_get) \
    F(av_dict_parse_string) \
    F(av_dict_set) \
    F(av_dict_set_int) \
    F(av_display_rotation_get) \
    F(av_frame_alloc) \
    F(av_frame_free) \
    F(av_frame_get_buffer) \
    F(av_frame_get_side_data) \
    F(av_frame_make_writable) \
    F(av_frame_unref) \
    F(av_free) \
    F(av_freep) \
    F(av_gcd) \
    F(av_get_bytes_per_sample) \
    F(av_get_packed_sample_fmt) \
    F(av_get_pix_fmt) \
    F(av_get_pix_fmt_name) \
    F(av_image_copy) \
    F(av_image_copy_to_buffer) \
    F(av_image_fill_arrays) \
    F(av_image_get_buffer_size) \
    F(av_image_get_linesize) \
    F(av_log_set_callback) \
    F(av_malloc) \
    F(av_mallocz) \
    F(av_max_alloc) \
    F(av_match_list) \
    F(av_memdup) \
    F(av_opt_set) \
    F(av_opt_set_int) \
    F(av_pix_fmt_desc_get) \
    F(av_read_image_line2) \
    F(av_realloc) \
    F(av_reduce) \
    F(av_rescale_q) \
    F(av_rescale_q_rnd) \
    F(av_sample_fmt_is_planar) \
    F(av_samples_set_silence) \
    F(av_strdup) \
    F(av_new_packet) \
    F(av_packet_alloc) \
    F(av_packet_free) \
    F(av_packet_move_ref) \
    F(av_packet_ref) \
    F(av_packet_rescale_ts) \
    F(av_packet_unref) \
    F(avcodec_alloc_context3) \
    F(avcodec_default_get_buffer2) \
    F(avcodec_descriptor_get) \
    F(avcodec_find_decoder) \
    F(avcodec_find_decoder_by_name) \
    F(avcodec_find_encoder) \
    F(avcodec_find_encoder_by_name) \
    F(avcodec_flush_buffers) \
    F(avcodec_free_context) \
    F(avcodec_get_name) \
    LIBAV_CONFIGURATION_FUNCTION(F) \
    F(avcodec_open2) \
    F(avcodec_parameters_alloc) \
    F(avcodec_parameters_copy) \
    F(avcodec_parameters_free) \
    F(avcodec_parameters_from_context) \
    F(avcodec_parameters_to_context) \
    F(avcodec_receive_frame) \
    F(avcodec_receive_packet) \
    F(avcodec_send_frame) \
    F(avcodec_send_packet) \
    F(av_codec_get_tag2) \
    F(av_guess_format) \
    F(av_guess_frame_rate) \
    F(av_guess_sample_aspect_ratio) \
    F(av_interleaved_write_frame) \
    F(av_probe_input_buffer2) \
    F(av_read_frame) \
    LIBAV_SIDE_DATA_FUNCTION(F) \
    F(av_write_frame) \
    F(av_write_trailer) \
    F(avformat_alloc_context) \
    F(avformat_alloc_output_context2) \
    F(avformat_close_input) \
    F(avformat_find_stream_info) \
    F(avformat_free_context) \
    F(avformat_new_stream) \
    F(avformat_open_input) \
    F(avformat_query_codec) \
    F(avformat_seek_file) \
    F(avformat_write_header) \
    F(avio_alloc_context) \
    F(avio_context_free) \
    F(avio_flush) \
    F(swr_alloc_set_opts2) \
    F(swr_convert) \
    F(swr_free) \
    F(swr_get_delay) \
    F(swr_get_out_samples) \
    F(swr_inject_silence) \
    F(swr_init)

/// The functions, called by their own names: `libav.av_read_frame(…)`.
extern struct LibAV { LIBAV_FUNCTIONS(LAZY_FUNCTION) } libav;

/// The side data of this type in a stream, or null.
///
/// - size: receives its size in bytes; may be null.
static inline const void *libav_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    const AVPacketSideData *data = libav.av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    if (data && size) *size = data->size;
    return data ? data->data : NULL;
#else
    return libav.av_stream_get_side_data(stream, type, size);
#endif
}

/// Memory for side data in a stream, or null.
static inline void *libav_new_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    AVPacketSideData *data = libav.av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
    return data ? data->data : NULL;
#else
    return libav.av_stream_new_side_data(stream, type, size);
#endif
}

/// The sample rates that an encoder supports, terminated by 0, or null if it supports all.
static inline const int *libav_sample_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
    const void *rates = NULL;
    libav.avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &rates, NULL);
    return rates;
#else
    return codec->supported_samplerates;
#endif
}

/// The preferred sample format of an encoder, or AV_SAMPLE_FMT_NONE if it supports all.
static inline enum AVSampleFormat libav_sample_format(const AVCodec *codec) {
    const enum AVSampleFormat *formats = NULL;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
    libav.avcodec_get_supported_config(
        NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, (const void **) &formats, NULL);
#else
    formats = codec->sample_fmts;
#endif
    return formats ? formats[0] : AV_SAMPLE_FMT_NONE;
}

/// Sets `failure`; returns false, for `return fail(…)`.
bool cvideo_fail(CVideoFailure *failure, CVideoFailureKind kind, const char *message);
/// Sets `failure` from a library's error number, with the library's message; system errors keep their error
/// number.
bool cvideo_fail_with(CVideoFailure *failure, int error);
/// Sets `failure` after a library's error: the message names the cause, which the library's own message
/// seldom does. A lack of memory is reported as such.
bool cvideo_fail_at(CVideoFailure *failure, int error, CVideoFailureKind kind, const char *message);
/// Sets `failure` from a system error number.
bool cvideo_fail_by_system(CVideoFailure *failure, int code);
/// True if a library has reported on this thread, since `cvideo_forget_protection`, that a file is protected
/// against reading.
bool cvideo_has_heard_of_protection(void);
void cvideo_forget_protection(void);
/// The number of errors that the libraries have logged on this thread so far. Demuxers read on past damage,
/// and report it in no other way.
int64_t cvideo_complaints(void);

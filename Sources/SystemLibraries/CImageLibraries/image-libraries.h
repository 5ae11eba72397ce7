// libjpeg names FILE without including it.
#include <stdio.h>

#include <jpeglib.h>
#include <lcms2.h>
#include <png.h>
#include <tiffio.h>
#include <webp/demux.h>
#include <webp/mux.h>
#include <zlib.h>

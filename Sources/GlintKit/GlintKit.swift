// The public API of the library: pictures, videos, cameras, filters and the renderer in one module.
@_exported import Filters
@_exported import GPU
@_exported import Imaging
@_exported import Live
@_exported import Rendering
@_exported import System
@_exported import CustomFilters
@_exported import Video

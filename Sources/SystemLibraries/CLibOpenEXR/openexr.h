// Nothing that C or Swift could read: OpenEXR's headers are in C++.

// Only where to find the headers is taken from here: C includes those that it needs.
#pragma once

#include <adwaita.h>
#include <libintl.h>

@preconcurrency import CAdwaita
@preconcurrency import CEpoxy
print("glint", adw_get_major_version())

// room GPU

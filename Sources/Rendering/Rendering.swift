// room Rendering

// The part of a row that an invocation computes if texels do not depend on the previous one: with ROW_PIECE,
// a piece of that many texels, with the rows side by side, for devices on which few invocations are faster;
// otherwise one texel, with the texels side by side.
struct Piece {
    int y;
    int first;
    int end;
};

// - columns: the number of texels of a row.
Piece pieceAt(int columns) {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
#ifdef ROW_PIECE
    int first = ROW_PIECE * id.y;
    return Piece(area.y + id.x, first, min(first + ROW_PIECE, columns));
#else
    return Piece(area.y + id.y, id.x, min(id.x + 1, columns));
#endif
}

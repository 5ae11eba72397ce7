// The part of a row that an invocation makes where no texel needs the one before: a piece of ROW_PIECE texels, the rows side
// by side, where few invocations are faster; else one texel, the texels side by side.
struct Piece {
    int y;
    int first;
    int end;
};

// - columns: how many texels a row has.
Piece pieceAt(int columns) {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
#ifdef ROW_PIECE
    int first = ROW_PIECE * id.y;
    return Piece(area.y + id.x, first, min(first + ROW_PIECE, columns));
#else
    return Piece(area.y + id.y, id.x, min(id.x + 1, columns));
#endif
}

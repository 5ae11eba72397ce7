// The part of a row that an invocation computes, if texels do not depend on previous ones. With ROW_PIECE,
// neighboring invocations compute pieces of that many texels in neighboring rows, for devices on which few
// invocations are faster. Otherwise, neighboring invocations compute neighboring texels.
struct Piece {
    int y;
    int first;
    int end;
};

// - columns: the number of texels in a row.
Piece pieceAt(int columns) {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
#ifdef ROW_PIECE
    int first = ROW_PIECE * id.y;
    return Piece(area.y + id.x, first, min(first + ROW_PIECE, columns));
#else
    return Piece(area.y + id.y, id.x, min(id.x + 1, columns));
#endif
}

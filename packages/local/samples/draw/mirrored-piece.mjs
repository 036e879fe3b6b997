import { mirrored } from './folds.mjs';
import { mirrorPath } from './shapes.mjs';

/** The same piece of cloth on the other side. */
export const mirroredPiece = (piece) => ({
  ...piece,
  shape: mirrorPath(piece.shape),
  folds: mirrored(piece.folds ?? []),
  paint: piece.paint.startsWith('#') ? piece.paint : `<g transform="translate(1000 0) scale(-1 1)">${piece.paint}</g>`,
  grooves: `<g transform="translate(1000 0) scale(-1 1)">${piece.grooves ?? ''}</g>`,
});

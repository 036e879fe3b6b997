import { createRaster, resizeRaster, type RasterU8 } from '@drape/imaging';
import { drawText } from './sheet-text';

const GREY = 96;

/** A grid of pictures with captions, drawn into one RGB raster. */
export interface Sheet {
  readonly raster: RasterU8;
  /** Draws a picture scaled to its cell, with a caption over it. */
  show(picture: RasterU8, column: number, row: number, caption: string): void;
  /** Writes a line of text into a cell; `line` counts from its top. */
  label(column: number, row: number, text: string, line?: number): void;
}

export function createSheet(columns: number, rows: number, cell: number): Sheet {
  const raster = createRaster(columns * cell, rows * cell, 3);
  raster.data.fill(GREY);
  const label = (column: number, row: number, text: string, line = 0): void => {
    const fits = text.slice(0, Math.floor(cell / 8) - 1);
    drawText(raster, fits, column * cell + 5, row * cell + 5 + line * 14, 0);
    drawText(raster, fits, column * cell + 4, row * cell + 4 + line * 14, 255);
  };
  return {
    raster,
    label,
    show(picture, column, row, caption) {
      const small = fitInto(picture, cell);
      const left = column * cell + ((cell - small.width) >> 1);
      const top = row * cell + ((cell - small.height) >> 1);
      paste(raster, small, left, top);
      label(column, row, caption);
    },
  };
}

/** The picture, scaled so that its longer side is `side`. */
export function fitInto(picture: RasterU8, side: number): RasterU8 {
  const k = Math.min(side / picture.width, side / picture.height);
  const size = (length: number): number => Math.max(1, Math.round(length * k));
  return resizeRaster(picture, size(picture.width), size(picture.height));
}

/** Copies a picture into an RGB raster; grey is expanded, alpha is blended with what is there. */
export function paste(onto: RasterU8, picture: RasterU8, left: number, top: number): void {
  const { channels } = picture;
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const from = (y * picture.width + x) * channels;
      const to = ((top + y) * onto.width + left + x) * 3;
      const alpha = channels === 4 ? (picture.data[from + 3] ?? 0) / 255 : 1;
      for (let c = 0; c < 3; c++) {
        const below = onto.data[to + c] ?? 0;
        onto.data[to + c] = below + alpha * ((picture.data[from + Math.min(c, channels - 1)] ?? 0) - below) + 0.5;
      }
    }
  }
}

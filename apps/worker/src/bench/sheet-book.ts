import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { encodeResult } from '@drape/media';
import { createSheet, type Sheet } from '../drawing/sheet';
import type { GarmentFile } from './picture-folder';

const CELL_SIDE = 256;
const ROWS_PER_SHEET = 10;
const COLUMNS_PER_SHEET = 12;

/** Contact sheets of one run: a row per person, a column per garment, a file per category and ten rows. */
export interface SheetBook {
  /** Begins the next person's row on all sheets. */
  nextPerson(photo: RasterU8 | null, name: string): Promise<void>;
  show(garment: GarmentFile, result: RasterU8): void;
  refuse(garment: GarmentFile, code: string): void;
  /** Writes the remaining sheets; returns the names of all files, relative to the folder. */
  close(): Promise<readonly string[]>;
}

interface Page {
  readonly category: ProductCategory;
  readonly part: number;
  readonly garments: readonly GarmentFile[];
  sheet: Sheet | null;
}

export function createSheetBook(
  folder: string,
  persons: number,
  garments: readonly GarmentFile[],
  thumbnailOf: (garment: GarmentFile) => RasterU8 | null,
): SheetBook {
  const pages = pagesOf(garments);
  const files: string[] = [];
  let [row, chunk] = [0, 1];
  const flush = async (): Promise<void> => {
    for (const page of pages) {
      if (page.sheet === null) continue;
      const name = `sheet-${page.category}-${chunk}-${page.part}.jpg`;
      await writeSheet(folder, name, page.sheet);
      files.push(name);
      page.sheet = null;
    }
    chunk++;
    row = 0;
  };
  const begin = (page: Page): Sheet => {
    const rows = Math.min(ROWS_PER_SHEET, persons - (chunk - 1) * ROWS_PER_SHEET);
    const sheet = createSheet(page.garments.length + 1, rows + 1, CELL_SIDE);
    page.garments.forEach((garment, i) => {
      const thumbnail = thumbnailOf(garment);
      if (thumbnail !== null) sheet.show(thumbnail, i + 1, 0, garment.stem);
    });
    return sheet;
  };
  const place = (garment: GarmentFile): { sheet: Sheet; column: number } | null => {
    const page = pages.find((candidate) => candidate.garments.includes(garment));
    if (page?.sheet === null || page === undefined) return null;
    return { sheet: page.sheet, column: page.garments.indexOf(garment) + 1 };
  };
  return {
    async nextPerson(photo, name) {
      if (row === ROWS_PER_SHEET) await flush();
      row++;
      for (const page of pages) {
        page.sheet ??= begin(page);
        if (photo !== null) page.sheet.show(photo, 0, row, name);
        else page.sheet.label(0, row, name);
      }
    },
    show(garment, result) {
      const at = place(garment);
      at?.sheet.show(result, at.column, row, garment.stem);
    },
    refuse(garment, code) {
      const at = place(garment);
      at?.sheet.label(at.column, row, code);
      at?.sheet.label(at.column, row, garment.stem, 1);
    },
    async close() {
      await flush();
      return files;
    },
  };
}

async function writeSheet(folder: string, name: string, { raster }: Sheet): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { bytes } = await encodeResult(raster, { format: 'jpeg', quality: 88 });
  await writeFile(join(folder, name), bytes);
}

function pagesOf(garments: readonly GarmentFile[]): Page[] {
  const pages: Page[] = [];
  for (const category of new Set(garments.map((garment) => garment.category))) {
    const own = garments.filter((garment) => garment.category === category);
    for (let from = 0, part = 1; from < own.length; from += COLUMNS_PER_SHEET, part++) {
      pages.push({ category, part, garments: own.slice(from, from + COLUMNS_PER_SHEET), sheet: null });
    }
  }
  return pages;
}

import { newId, type ImportedProduct, type ImportRowError } from '@drape/contracts';
import { imageHashOf } from './product-image-hash';

/** A product that a row may refer to. */
export interface KnownProduct {
  readonly id: string;
  readonly externalId: string | null;
  readonly imageHash: string;
}

export interface WaitingRow {
  readonly row: number;
  readonly input: ImportedProduct;
}

export interface RowOutcome {
  readonly row: number;
  readonly status: 'created' | 'updated' | 'failed';
  readonly productId: string | null;
  readonly error: ImportRowError | null;
}

/** Fields to write for a product; null: not given. */
export interface PlannedProduct {
  readonly id: string;
  readonly isNew: boolean;
  readonly externalId: string | null;
  readonly imageUrl: string;
  readonly imageHash: string;
  readonly title: string | null;
  readonly category: string | null;
}

export interface ImportPlan {
  readonly outcomes: readonly RowOutcome[];
  /** Each product once, with the result of its last row. */
  readonly products: readonly PlannedProduct[];
}

/**
 * Plans the effect of rows on the catalogue, one after another. A row refers to the product with its externalId; without one, to the
 * product that has its picture and no other externalId; else to a new one. No two products share a picture, and no SKU is moved.
 */
export function planImport(rows: readonly WaitingRow[], known: readonly KnownProduct[]): ImportPlan {
  const byName = new Map<string, KnownProduct>();
  const byImage = new Map<string, KnownProduct>();
  const planned = new Map<string, PlannedProduct>();
  const keep = (product: KnownProduct): void => {
    if (product.externalId !== null) byName.set(product.externalId, product);
    byImage.set(product.imageHash, product);
  };
  for (const product of known) keep(product);

  function take({ row, input }: WaitingRow): RowOutcome {
    const imageHash = imageHashOf({ url: input.imageUrl });
    const named = input.externalId === undefined ? undefined : byName.get(input.externalId);
    const pictured = byImage.get(imageHash);
    const obstacle = findObstacle(input, named, pictured);
    if (obstacle !== null) return { row, status: 'failed', productId: null, error: obstacle };
    const found = named ?? pictured;
    const id = found?.id ?? newId('prd');
    const externalId = input.externalId ?? found?.externalId ?? null;
    if (found !== undefined) byImage.delete(found.imageHash);
    keep({ id, externalId, imageHash });
    const before = planned.get(id);
    planned.set(id, {
      id,
      isNew: before?.isNew ?? found === undefined,
      externalId,
      imageUrl: input.imageUrl,
      imageHash,
      title: input.title ?? before?.title ?? null,
      category: input.category ?? before?.category ?? null,
    });
    return { row, status: found === undefined ? 'created' : 'updated', productId: id, error: null };
  }

  return { outcomes: rows.map(take), products: [...planned.values()] };
}

function findObstacle(
  { externalId }: ImportedProduct,
  named: KnownProduct | undefined,
  pictured: KnownProduct | undefined,
): ImportRowError | null {
  if (pictured === undefined || pictured.id === named?.id) return null;
  const isFree = named === undefined && (externalId === undefined || pictured.externalId === null);
  if (isFree) return null;
  const name = pictured.externalId === null ? '' : ` (${pictured.externalId})`;
  const message = `imageUrl is the picture of another product already, ${pictured.id}${name}.`;
  return { code: 'product_image_taken', param: 'imageUrl', message };
}

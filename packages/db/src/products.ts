import type { MerchantChart, Owner, ProductCategory } from '@drape/contracts';
import type { Prisma, PrismaClient } from './prisma';
import { createProductCatalogue, type ProductCatalogue } from './product-catalogue';
import { createProductAnalysis, type ProductAnalysis } from './product-analysis';
import { toProductRow } from './product-row';
import { putProduct, upsertByImage, type ProductPutOutcome } from './put-product';
import type { CataloguePicture, ProductDetails, ProductRef, ProductRow } from './records';
import type { TryOnView } from './try-on-lists';

/** Details of a product at its first try-on. */
export interface SeenDetails {
  readonly externalId?: string | null;
  readonly category?: ProductCategory | null;
  /** False where a shopper brings it: then it is not in the shop's catalogue. Once there, it stays. */
  readonly inCatalogue?: boolean;
}

export interface Products extends ProductCatalogue, ProductAnalysis {
  /**
   * Finds or creates the account's product with this image. The shop's external id is set where it is still free; where another image has
   * it already, that one keeps it.
   */
  upsertByImage(owner: Owner, imageUrl: string, details?: SeenDetails): Promise<ProductRef>;
  /**
   * Creates or updates the account's product with this picture and the shop's details; one that could not be described becomes pending
   * again. A picture stored already keeps its key. Rejected where another product of the account has the external id, or the picture under
   * another external id, and where the upload was used in the meantime.
   */
  put(owner: Owner, picture: CataloguePicture, details: ProductDetails): Promise<ProductPutOutcome>;
  /** By our id or the account's external id; our ids take precedence. */
  find(owner: Owner, name: string): Promise<ProductRow | null>;
  /** Whether a visible try-on shows it. */
  isTriedIn(owner: Owner, view: TryOnView, id: string): Promise<boolean>;
  /** null: there is no such product. */
  setSizeChart(owner: Owner, name: string, chart: MerchantChart): Promise<ProductRow | null>;
  /** What a render needs to know; null where the product is gone. */
  findForRender(id: string): Promise<RenderedProduct | null>;
}

export function createProducts(prisma: PrismaClient): Products {
  return {
    ...createProductCatalogue(prisma),
    ...createProductAnalysis(prisma),
    upsertByImage: (owner, imageUrl, { externalId = null, category = null, inCatalogue = true } = {}) =>
      upsertByImage(prisma, { owner, imageUrl, externalId, category, inCatalogue }),
    put: (owner, picture, details) => putProduct(prisma, { owner, picture }, details),
    find: (owner, name) => find(prisma, owner, name),
    async isTriedIn({ accountId, env }, { sessionId, apiKeyIds }, productId) {
      const ofSession = sessionId === null ? {} : { sessionId };
      const ofKey = apiKeyIds === null ? {} : { apiKeyId: { in: [...apiKeyIds] } };
      const where = { accountId, env, productId, ...ofSession, ...ofKey };
      return (await prisma.tryOn.findFirst({ where, select: { id: true } })) !== null;
    },
    async setSizeChart(owner, name, chart) {
      const product = await find(prisma, owner, name);
      if (product === null) return null;
      await prisma.product.updateMany({
        where: { id: product.id, ...owner },
        data: { sizeChart: toJson(chart), inCatalogue: true, updatedAt: new Date() },
      });
      return { ...product, sizeChart: chart };
    },
    async findForRender(id) {
      const row = await prisma.product.findUnique({ where: { id }, select: RENDERED });
      return (
        row && {
          isDescribed: row.status === 'ready',
          category: row.category as ProductCategory | null,
          saidCategory: row.categorySource === 'client' ? (row.category as ProductCategory | null) : null,
          garmentPackage: row.garmentPackage,
          sizeChart: row.sizeChart as unknown as MerchantChart | null,
        }
      );
    },
  };
}

const RENDERED = {
  sizeChart: true,
  status: true,
  category: true,
  categorySource: true,
  garmentPackage: true,
} as const;

/** What a render needs to know of its product. */
export interface RenderedProduct {
  readonly isDescribed: boolean;
  /** The catalogue's; a shopper's try-on may name another. */
  readonly category: ProductCategory | null;
  /** The same where the shop named it and it was not detected. */
  readonly saidCategory: ProductCategory | null;
  /** Key of its analysed garment in the store. */
  readonly garmentPackage: string | null;
  readonly sizeChart: MerchantChart | null;
}

async function find(prisma: PrismaClient, { accountId, env }: Owner, name: string): Promise<ProductRow | null> {
  const rows = await prisma.product.findMany({
    where: { accountId, env, OR: [{ id: name }, { externalId: name }] },
    include: { _count: { select: { tryOns: true } } },
  });
  const row = rows.find(({ id }) => id === name) ?? rows[0];
  return row ? toProductRow(row, row._count.tryOns) : null;
}

function toJson(chart: MerchantChart): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(chart)) as Prisma.InputJsonValue;
}

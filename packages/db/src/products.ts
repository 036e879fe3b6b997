import type { MerchantChart, Owner, ProductCategory } from '@drape/contracts';
import type { Prisma, PrismaClient } from './prisma';
import { createProductCatalogue, type ProductCatalogue } from './product-catalogue';
import { createProductAnalysis, type ProductAnalysis } from './product-analysis';
import { toProductRow } from './product-row';
import { putProduct, upsertByImage, type ProductPutOutcome } from './put-product';
import type { CataloguePicture, ProductDetails, ProductRef, ProductRow } from './records';
import type { TryOnView } from './try-on-lists';

/** What is said of a product at its first try-on. */
export interface SeenDetails {
  readonly externalId?: string | null;
  readonly category?: ProductCategory | null;
  /** False where a shopper brings it: the shop has not put it into its catalogue. Once there, it stays. */
  readonly inCatalogue?: boolean;
}

export interface Products extends ProductCatalogue, ProductAnalysis {
  /**
   * The account's product with this image, made on first sight. The shop's own name for it is noted where it is still free;
   * where another image has it already, that one keeps it.
   */
  upsertByImage(owner: Owner, imageUrl: string, details?: SeenDetails): Promise<ProductRef>;
  /**
   * The account's product with this picture, made on first sight, with what the shop says of it; one that could not be
   * described is looked at again. One that is stored already keeps its key. Not where another product of the account has the
   * external id, or the picture under another external id; nor where its upload was used meanwhile.
   */
  put(owner: Owner, picture: CataloguePicture, details: ProductDetails): Promise<ProductPutOutcome>;
  /** By our id or the account's external id; where a shop uses one of our ids as its own, ours is meant. */
  find(owner: Owner, name: string): Promise<ProductRow | null>;
  /** Whether a try-on that may be seen shows it. */
  isTriedIn(owner: Owner, view: TryOnView, id: string): Promise<boolean>;
  /** Null: there is no such product. */
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
  /** The catalogue's; a shopper's try-on may say another one. */
  readonly category: ProductCategory | null;
  /** The same where the shop said it, not the picture. */
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

import { photoToBase64, type Photo } from './base64.js';
import type { ImportSource } from './import-source.js';
import { listByCursor, type CursorList, type CursorOptions } from './lists.js';
import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import { ProductImports, type ImportProductsOptions } from './product-imports.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { CreateProduct, Deleted, Product, ProductImport, SizeChartInput, UpdateProduct } from './types.js';

/** The picture itself, in place of imageUrl. */
interface WithImage {
  readonly image?: Photo;
}

export type CreateProductInput = Omit<CreateProduct, 'image'> & WithImage;
export type UpdateProductInput = Omit<UpdateProduct, 'image'> & WithImage;

/** All that are named must hold. */
export interface ListProductsOptions extends CursorOptions {
  readonly status?: Product['status'];
  readonly category?: NonNullable<Product['category']>['value'];
  readonly externalId?: string;
  /** How the title begins, whatever the case. */
  readonly q?: string;
}

/** What a chart sent as CSV has no place for. */
export interface CsvOptions extends CallOptions {
  readonly kind?: NonNullable<SizeChartInput['kind']>;
  readonly unit?: NonNullable<SizeChartInput['unit']>;
}

const PATH = '/v1/products';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** Products go by our id or the shop's own (externalId). */
export class Products {
  /** What becomes of imported files: how far they are, and row by row. */
  readonly imports: ProductImports;

  constructor(private readonly transport: Transport) {
    this.imports = new ProductImports(transport);
  }

  /** Puts a file of products into the catalogue, CSV or JSON lines; `imports` shows the outcome of its rows. */
  import(source: ImportSource, options: ImportProductsOptions = {}): Promise<ProductImport> {
    return this.imports.create(source, options);
  }

  /** Registers a product by its image; a known one keeps its id and is updated from the body. */
  async create(input: CreateProductInput, options: CreateOptions = {}): Promise<Product> {
    const headers = await idempotencyHeader(options);
    const body = await withImage(input);
    const call: Call = { method: 'POST', path: PATH, body, headers, ...signalOf(options) };
    return (await this.transport.send<Product>(call)).data;
  }

  /** Latest first; over all pages. */
  list(options: ListProductsOptions = {}): CursorList<Product> {
    const { status, category, externalId, q } = options;
    return listByCursor(this.transport, PATH, options, { status, category, externalId, q });
  }

  async retrieve(id: string, options: CallOptions = {}): Promise<Product> {
    const call: Call = { method: 'GET', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Product>(call)).data;
  }

  /**
   * The analysed garment, as the service's workers read it: cut-out, landmarks and mesh in one file.
   * Throws: ConflictError while it is not packaged.
   */
  async garmentPackage(id: string, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: 'GET', path: `${pathOf(id)}/garment-package`, ...signalOf(options) };
    const { response, close, explain } = await this.transport.open(call);
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      throw explain(cause);
    } finally {
      close();
    }
  }

  /** Omitted fields stay. With a new picture or category the product is analysed again. */
  async update(id: string, input: UpdateProductInput, options: CallOptions = {}): Promise<Product> {
    const body = await withImage(input);
    const call: Call = { method: 'PATCH', path: pathOf(id), body, ...signalOf(options) };
    return (await this.transport.send<Product>(call)).data;
  }

  /** Its try-ons stay. */
  async delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    const call: Call = { method: 'DELETE', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Deleted>(call)).data;
  }

  /** Fits go by the chart from then on. A string is CSV: a heading such as `size,chest,waist`, cells such as `94-98`. */
  async setSizeChart(id: string, chart: SizeChartInput | string, options: CsvOptions = {}): Promise<Product> {
    const { kind, unit } = options;
    const content =
      typeof chart === 'string'
        ? { text: { contentType: 'text/csv', content: chart }, query: { kind, unit } }
        : { body: chart };
    const call: Call = { method: 'PUT', path: `${pathOf(id)}/size-chart`, ...content, ...signalOf(options) };
    return (await this.transport.send<Product>(call)).data;
  }
}

async function withImage<T extends WithImage>(input: T): Promise<T> {
  return input.image === undefined ? input : { ...input, image: await photoToBase64(input.image) };
}

import type { Call, CallOptions, Transport } from './transport.js';
import type { CreateOptions } from './try-ons.js';
import type { CreateProduct, Product, SizeChartInput } from './types.js';
import { randomKey } from './web-crypto.js';

/** What a chart sent as CSV has no place for. */
export interface CsvOptions extends CallOptions {
  readonly kind?: NonNullable<SizeChartInput['kind']>;
  readonly unit?: NonNullable<SizeChartInput['unit']>;
}

const pathOf = (id: string) => `/v1/products/${encodeURIComponent(id)}`;
const signalOf = ({ signal }: CallOptions) => (signal === undefined ? {} : { signal });

/** Products go by our id or the shop's own (externalId). */
export class Products {
  constructor(private readonly transport: Transport) {}

  /** Makes a product known by its image; one that is known keeps its id and takes what the body says anew. */
  async create(body: CreateProduct, options: CreateOptions = {}): Promise<Product> {
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? (await randomKey()) };
    const call: Call = { method: 'POST', path: '/v1/products', body, headers, ...signalOf(options) };
    return (await this.transport.send<Product>(call)).data;
  }

  async retrieve(id: string, options: CallOptions = {}): Promise<Product> {
    const call: Call = { method: 'GET', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Product>(call)).data;
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

import { DrapeTimeoutError } from './errors.js';
import { formatOf, readSource, type ImportSource } from './import-source.js';
import { walkByCursor, type CursorList, type CursorOptions } from './lists.js';
import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import { pause } from './pause.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { ProductImport, ProductImportRow } from './types.js';

export interface ImportProductsOptions extends CreateOptions {
  /** Read from the first character where missing. */
  readonly format?: ProductImport['format'];
}

export interface WaitForImportOptions extends CallOptions {
  /** Default 600,000. */
  readonly timeoutMs?: number;
}

export interface ListImportRowsOptions extends CursorOptions {
  /** `failed`: those that want mending. */
  readonly status?: ProductImportRow['status'];
}

const PATH = '/v1/products/import';
const pathOf = (id: string) => `/v1/products/imports/${encodeURIComponent(id)}`;
const CONTENT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
/** Ten thousand rows take some minutes. */
const WAIT_MS = 600_000;
/** Between two looks at an import. */
const LOOK_MS = 1000;

/** Files of products on their way into the catalogue. */
export class ProductImports {
  constructor(private readonly transport: Transport) {}

  /** Puts the rows of a file, at most 10,000 and 5 MiB, into the catalogue; answers at once. */
  async create(source: ImportSource, options: ImportProductsOptions = {}): Promise<ProductImport> {
    const content = await readSource(source);
    const contentType = CONTENT_TYPES[options.format ?? formatOf(content)];
    const headers = await idempotencyHeader(options);
    const call: Call = { method: 'POST', path: PATH, text: { contentType, content }, headers, ...signalOf(options) };
    return (await this.transport.send<ProductImport>(call)).data;
  }

  /** How far it is. */
  async retrieve(id: string, options: CallOptions = {}): Promise<ProductImport> {
    const call: Call = { method: 'GET', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<ProductImport>(call)).data;
  }

  /** Waits until all rows are processed. Throws: DrapeTimeoutError where they are not in time; the import continues. */
  async waitFor(id: string, options: WaitForImportOptions = {}): Promise<ProductImport> {
    const { timeoutMs = WAIT_MS } = options;
    const until = Date.now() + timeoutMs;
    for (;;) {
      const found = await this.retrieve(id, options);
      if (found.status === 'completed') return found;
      const leftMs = until - Date.now();
      if (leftMs <= 0) {
        const message = `The import ${id} is still ${found.status} after ${timeoutMs} ms.`;
        throw new DrapeTimeoutError({ code: 'timeout', message, retryable: true });
      }
      await pause(Math.min(LOOK_MS, leftMs), options.signal);
    }
  }

  /** What became of each row, in the order of the file; over all pages. */
  rows(id: string, options: ListImportRowsOptions = {}): CursorList<ProductImportRow> {
    const filters = { status: options.status };
    return walkByCursor(this.transport, `${pathOf(id)}/rows`, options, filters, ({ row }) => String(row));
  }
}

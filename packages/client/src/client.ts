import { ClientTokens } from './client-tokens.js';
import { Keys } from './keys.js';
import { Measurements } from './measurements.js';
import { Photos } from './photos.js';
import { Products } from './products.js';
import type { RateLimit } from './rate-limit.js';
import { Requests } from './requests.js';
import { Sessions } from './sessions.js';
import { createTransport, type DrapeOptions, type Transport } from './transport.js';
import { TryOns } from './try-ons.js';
import { Uploads } from './uploads.js';
import { Usage } from './usage.js';
import { Webhooks } from './webhook-endpoints.js';

/** A client of one service with one key. Holds no connection: there is nothing to close. */
export class Drape {
  readonly tryOns: TryOns;
  readonly photos: Photos;
  readonly sessions: Sessions;
  readonly measurements: Measurements;
  readonly products: Products;
  readonly webhooks: Webhooks;
  readonly clientTokens: ClientTokens;
  readonly keys: Keys;
  readonly requests: Requests;
  readonly uploads: Uploads;
  readonly usage: Usage;
  private readonly transport: Transport;

  constructor(options: DrapeOptions) {
    if (!options.apiKey) throw new TypeError('Drape needs an apiKey.');
    if (!/^https?:\/\//.test(options.baseUrl)) throw new TypeError('Drape needs a baseUrl: "https://…".');
    this.transport = createTransport(options);
    this.tryOns = new TryOns(this.transport);
    this.photos = new Photos(this.transport);
    this.sessions = new Sessions(this.transport);
    this.measurements = new Measurements(this.transport);
    this.products = new Products(this.transport);
    this.webhooks = new Webhooks(this.transport);
    this.clientTokens = new ClientTokens(this.transport);
    this.keys = new Keys(this.transport);
    this.requests = new Requests(this.transport);
    this.uploads = new Uploads(this.transport);
    this.usage = new Usage(this.transport);
  }

  /** From the last answer; null before the first. */
  get rateLimit(): RateLimit | null {
    return this.transport.rateLimit;
  }

  /** The session that a publishable key was given with its first answer; keep it where the visit continues in another page. */
  get sessionId(): string | null {
    return this.transport.sessionId ?? null;
  }
}

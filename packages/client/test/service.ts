import { createTryOnWorker } from '@drape/queue';
import { createProductImporter } from '../../../apps/worker/src/product/product-importer';
import { finishTryOn, startGateway, startServices, type TestServices } from '../../../apps/gateway/test/harness';
import { startCheckWorker } from '../../../apps/gateway/test/photo-checks';
import { png } from '../../../apps/gateway/test/pictures';

export const PHOTO = png(600, 800);
export const SHOP = 'https://shop.example';

export interface TestService {
  readonly url: string;
  readonly services: TestServices;
  readonly newKey: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * The real gateway, with a worker that paints nothing: products whose URL has `/fail` fail, those with `/wait` stay queued, all
 * others are completed after a moment. No photo that is checked shows legs.
 */
export async function startService(): Promise<TestService> {
  const services = await startServices();
  const gateway = await startGateway(services.env);
  const silent = { info() {}, warn() {}, error() {} };
  const worker = createTryOnWorker({
    redisUrl: services.env['REDIS_URL'] ?? '',
    prefix: services.env['DRAPE_QUEUE_PREFIX'] ?? '',
    concurrency: 4,
    log: silent,
    async process({ tryOnId }) {
      await pretend(services, tryOnId);
      return { kind: 'done' };
    },
  });
  const checks = startCheckWorker(services);
  const importer = createProductImporter({ productImports: services.db.productImports, log: silent });
  worker.start();
  importer.start();
  return {
    url: gateway.url,
    services,
    newKey: async () => (await services.createKey()).key,
    async stop() {
      await Promise.all([worker.close(), checks.close(), importer.stop()]);
      await gateway.stop();
      await services.stop();
    },
  };
}

const RENDER_MS = 300;

async function pretend(services: TestServices, id: string): Promise<void> {
  const row = await services.db.tryOns.find(id);
  if (row === null || row.productImageUrl?.includes('/wait') === true) return;
  await new Promise((resolve) => setTimeout(resolve, RENDER_MS));
  const failed = row.productImageUrl?.includes('/fail') === true;
  await finishTryOn({ services, id, ...(failed ? {} : { picture: Buffer.from('x') }) });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface RegistryOptions {
  readonly component: 'gateway' | 'worker';
  /** Whether metrics are scraped: Node's own measurements have a small constant cost. */
  readonly isScraped: boolean;
}

/** The metrics of one process: its build, and prom-client's defaults for Node processes. */
export function createRegistry({ component, isScraped }: RegistryOptions): Registry {
  const registry = new Registry();
  if (isScraped) collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'drape_build_info',
    help: 'Always 1; says what runs.',
    labelNames: ['component', 'version'],
    registers: [registry],
  }).set({ component, version: readVersion() }, 1);
  return registry;
}

/** All packages of Drape have the same version. */
function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
  return version;
}

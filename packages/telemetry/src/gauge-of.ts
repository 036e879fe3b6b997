import { Gauge, type Registry } from 'prom-client';

interface GaugeOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  /** One label; none where missing. */
  readonly label?: L;
}

/**
 * A gauge that is measured on scrape: one value, or one per label value. A failed measurement gives no series, because an old value would
 * be taken for a current one.
 */
export function gaugeOf<L extends string>(
  registry: Registry,
  { name, help, label }: GaugeOptions<L>,
  read: () => Promise<number | Readonly<Record<string, number>>>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const values = await read().catch(() => null);
      if (typeof values === 'number') gauge.set(values);
      else if (values !== null && label !== undefined) {
        for (const [value, count] of Object.entries(values)) gauge.set({ [label]: value }, count);
      } else if (label === undefined) gauge.remove();
      else gauge.reset();
    },
  });
}

import { createGatewayMetrics, watchDeployment } from '../../../apps/gateway/src/metrics/gateway-metrics';
import { createWorkerMetrics, watchWorker } from '../../../apps/worker/src/health/worker-metrics';

/** What others show: the blackbox exporter, the kubelet, the node exporter. */
export const SURROUNDING_METRICS = [
  'probe_ssl_earliest_cert_expiry',
  'kubelet_volume_stats_available_bytes',
  'kubelet_volume_stats_capacity_bytes',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
];

/** The series' names of both registries; of a histogram also those of its parts. */
export function ownMetrics(): string[] {
  const gateway = createGatewayMetrics({ isScraped: true });
  const worker = createWorkerMetrics({ isScraped: true });
  const unasked = async (): Promise<never> => {
    throw new Error('only names are asked for');
  };
  watchDeployment(gateway.registry, {
    db: { ping: unasked, readBacklog: unasked },
    queue: { countsByState: unasked },
    store: { exists: unasked },
  });
  watchWorker(worker.registry, { capacity: 1, childStates: () => [], isReady: () => true, dependencies: {} });
  return [gateway, worker].flatMap(({ registry }) =>
    registry
      .getMetricsAsArray()
      .flatMap(({ name }) => [name, ...['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)]),
  );
}

const WORDS = new Set(
  'and or unless by on bool sum max min avg count rate increase histogram_quantile vector time clamp_min label_replace'.split(
    ' ',
  ),
);

/** The metrics that an expression asks for: its names that are neither functions nor labels. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|on|ignoring|without|group_left|group_right)\s*\([^)]*\)/g, '');
  return (bare.match(/[a-zA-Z_][\w:]*/g) ?? []).filter((name) => !WORDS.has(name));
}

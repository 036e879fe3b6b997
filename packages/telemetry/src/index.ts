export { answerScrape } from './answer-scrape';
export { createRegistry, type RegistryOptions } from './create-registry';
export { createTryOnMetrics, type TryOnEnding, type TryOnMetrics } from './try-on-metrics';
export { gaugeOf } from './gauge-of';
export { memoizeFor } from './memoize-for';
export { watchDependencies } from './watch-dependencies';
export { Counter, Gauge, Histogram, type Registry } from 'prom-client';
export { traceCalls } from './trace-calls';
export {
  NO_TRACING,
  startTracing,
  tracingOf,
  type PastSpan,
  type ServedRequest,
  type SpanAttributes,
  type Tracing,
  type TracingConfig,
} from './tracing';

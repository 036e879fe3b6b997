/** Attributes of a span; never contents, URLs with a query, or anything personal. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface PastSpan {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly ms: number;
  readonly attributes?: SpanAttributes;
}

/** The span of a request that a server answers. */
export interface ServedRequest {
  /** Runs something as a part of it. */
  within<T>(work: () => T): T;
  /** W3C traceparent of the span. */
  readonly traceparent: string | null;
  end(outcome: { readonly name: string; readonly status: number | null; readonly attributes: SpanAttributes }): void;
}

/**
 * Tracing, or nothing at all: where it is off no OpenTelemetry module is loaded and every call only runs its work. A trace starts with a
 * request or a job; periodic work of a process is not traced.
 */
export interface Tracing {
  readonly isOn: boolean;
  /** Continues the trace that the client names in `traceparent`, or begins one. */
  serve(this: void, header: (name: string) => string | undefined): ServedRequest;
  /** Runs the work in a span below the current one. */
  span<T>(this: void, name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Records a finished span below the current one. */
  record(this: void, span: PastSpan): void;
  /** Runs the work within a trace that is known only by its traceparent. */
  resume<T>(this: void, traceparent: string | null, work: () => Promise<T>): Promise<T>;
  /** Flushes the remaining spans. */
  close(this: void): Promise<void>;
}

const UNTRACED: ServedRequest = { within: (work) => work(), traceparent: null, end: () => undefined };

export const NO_TRACING: Tracing = {
  isOn: false,
  serve: () => UNTRACED,
  span: (_name, _attributes, work) => work(),
  record: () => undefined,
  resume: (_traceparent, work) => work(),
  close: async () => undefined,
};

/** The standard variables of tracing, as configured. */
export interface TracingConfig {
  readonly OTEL_SDK_DISABLED: boolean;
  readonly OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' | 'http/json';
  /** Share of the traces that start here. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** The part of the configuration about tracing. */
export function tracingOf(values: TracingConfig): TracingConfig {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_TRACES_SAMPLER_ARG } = values;
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = values;
  return {
    OTEL_SDK_DISABLED,
    OTEL_TRACES_EXPORTER,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL,
    OTEL_TRACES_SAMPLER_ARG,
  };
}

export interface TracingOptions {
  readonly config: TracingConfig;
  /** For example `drape-gateway`; OTEL_SERVICE_NAME takes precedence. */
  readonly serviceName: string;
  readonly log: { warn(fields: object, message: string): void };
}

/** Starts tracing; loads OpenTelemetry only where it is configured. */
export async function startTracing({ config, ...options }: TracingOptions): Promise<Tracing> {
  if (!isWanted(config)) return NO_TRACING;
  const { createOtelTracing } = await import('./otel-tracing.js');
  const { OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_TRACES_SAMPLER_ARG: share } = config;
  return createOtelTracing({ ...options, protocol, share });
}

function isWanted(config: TracingConfig): boolean {
  if (config.OTEL_SDK_DISABLED) return false;
  if (config.OTEL_TRACES_EXPORTER !== undefined) return config.OTEL_TRACES_EXPORTER === 'otlp';
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined;
}

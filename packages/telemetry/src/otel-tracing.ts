import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node';
import { PrismaInstrumentation } from '@prisma/instrumentation';
import type { SpanAttributes, Tracing, TracingConfig, TracingOptions } from './tracing';

export interface OtelOptions extends Omit<TracingOptions, 'config'> {
  readonly protocol: TracingConfig['OTEL_EXPORTER_OTLP_PROTOCOL'];
  readonly share: number;
}

/** How long the end of a process waits for its last spans. */
const FLUSH_MS = 3_000;

/** OpenTelemetry for this process: our own spans, and those of BullMQ and Prisma, which find the provider registered here. */
export function createOtelTracing({ serviceName, protocol, share, log }: OtelOptions): Tracing {
  const warn = (message: string): void => log.warn({ detail: message }, 'OpenTelemetry reports');
  const quiet = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const ofEnvironment = detectResources({ detectors: [envDetector] });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(ofEnvironment),
    sampler: new ParentBasedSampler({ root: onlyRequestsAndJobs(share) }),
    spanProcessors: [new BatchSpanProcessor(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter())],
  });
  // Without baggage: a client's baggage must not enter the queue.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const prisma = new PrismaInstrumentation({ ignoreSpanTypes: [/:(serialize|compile|connect)$/] });
  prisma.setTracerProvider(provider);
  prisma.enable();
  const tracer = trace.getTracer('drape');

  return {
    isOn: true,
    serve(header) {
      const parent = contextOf(header('traceparent'), header('tracestate'));
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      const within = trace.setSpan(parent, span);
      return {
        within: (work) => context.with(within, work),
        traceparent: traceparentOf(within),
        end({ name, status, attributes }) {
          span.updateName(name);
          span.setAttributes(attributes);
          if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    span(name, attributes, work) {
      return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => endWith(span, work));
    },
    record({ name, startMs, ms, attributes = {} }) {
      tracer.startSpan(name, { startTime: startMs, attributes }).end(startMs + ms);
    },
    resume: (traceparent, work) => context.with(contextOf(traceparent ?? undefined, undefined), work),
    async close() {
      prisma.disable();
      await Promise.race([provider.shutdown().catch(quiet), new Promise((done) => setTimeout(done, FLUSH_MS).unref())]);
    },
  };
}

function contextOf(traceparent: string | undefined, tracestate: string | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
}

function traceparentOf(within: Context): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(within, carrier);
  return carrier.traceparent ?? null;
}

/** Records an error's name; its message may contain what somebody sent. */
async function endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const attributes: SpanAttributes = { 'error.type': error instanceof Error ? error.name : 'unknown' };
    span.setAttributes(attributes).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Sweeps, BullMQ's polling and the like start no trace. */
function onlyRequestsAndJobs(share: number): Sampler {
  const some = new TraceIdRatioBasedSampler(share);
  return {
    shouldSample: (parent, traceId, _name, kind) =>
      kind === SpanKind.SERVER || kind === SpanKind.CONSUMER
        ? some.shouldSample(parent, traceId)
        : { decision: SamplingDecision.NOT_RECORD },
    toString: () => `requests and jobs: ${some.toString()}`,
  };
}

import type { QueueOptions } from 'bullmq';

/** BullMQ's telemetry interface. */
export type QueueTelemetry = NonNullable<QueueOptions['telemetry']>;

/** Propagates a job's trace through Redis. Loads OpenTelemetry's API: only for processes with tracing on. */
export async function loadQueueTelemetry(): Promise<QueueTelemetry> {
  const { BullMQOtel } = await import('bullmq-otel');
  return new BullMQOtel({ tracerName: 'bullmq' });
}

import type { QueueOptions } from 'bullmq';

/** What BullMQ makes its spans by. */
export type QueueTelemetry = NonNullable<QueueOptions['telemetry']>;

/** Hands a job's trace on through Redis. Loads OpenTelemetry's API: only for processes whose traces are on. */
export async function loadQueueTelemetry(): Promise<QueueTelemetry> {
  const { BullMQOtel } = await import('bullmq-otel');
  return new BullMQOtel({ tracerName: 'bullmq' });
}

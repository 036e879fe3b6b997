import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { CreateMeasurements, Measurements as MeasurementsRecord } from './types.js';

export class Measurements {
  constructor(private readonly transport: Transport) {}

  /** At least one measurement; a later submission for the same session replaces field by field. */
  async create(body: CreateMeasurements, options: CreateOptions = {}): Promise<MeasurementsRecord> {
    const { sessionId } = this.transport;
    const call: Call = {
      method: 'POST',
      path: '/v1/measurements',
      body: sessionId === undefined ? body : { sessionId, ...body },
      headers: await idempotencyHeader(options),
      ...signalOf(options),
    };
    return (await this.transport.send<MeasurementsRecord>(call)).data;
  }

  async retrieve(id: string, options: CallOptions = {}): Promise<MeasurementsRecord> {
    const call: Call = { method: 'GET', path: `/v1/measurements/${encodeURIComponent(id)}`, ...signalOf(options) };
    return (await this.transport.send<MeasurementsRecord>(call)).data;
  }
}

import { ByteBuffer } from 'flatbuffers';

/**
 * Read-only view of one flatbuffer table; fields are named by their index in the schema.
 *
 * Source: https://flatbuffers.dev/internals/ (table, vtable, vector of offsets).
 */
export class Table {
  constructor(
    private readonly buffer: ByteBuffer,
    private readonly position: number,
  ) {}

  /** The root table of a file. */
  static root(bytes: Uint8Array): Table {
    const buffer = new ByteBuffer(bytes);
    return new Table(buffer, buffer.readInt32(0));
  }

  byte(field: number, fallback: number): number {
    const at = this.at(field);
    return at === 0 ? fallback : this.buffer.readUint8(at);
  }

  int(field: number, fallback: number): number {
    const at = this.at(field);
    return at === 0 ? fallback : this.buffer.readInt32(at);
  }

  string(field: number): string {
    return new TextDecoder().decode(this.bytes(field));
  }

  table(field: number): Table | null {
    const at = this.at(field);
    return at === 0 ? null : new Table(this.buffer, this.buffer.__indirect(at));
  }

  tables(field: number): Table[] {
    return this.vector(field, 4, (at) => new Table(this.buffer, this.buffer.__indirect(at)));
  }

  ints(field: number): number[] {
    return this.vector(field, 4, (at) => this.buffer.readInt32(at));
  }

  uint16s(field: number): number[] {
    return this.vector(field, 2, (at) => this.buffer.readUint16(at));
  }

  uint8s(field: number): number[] {
    return this.vector(field, 1, (at) => this.buffer.readUint8(at));
  }

  /** Bytes of a vector of bytes, as a view into the file. */
  bytes(field: number): Uint8Array {
    const at = this.at(field);
    if (at === 0) return new Uint8Array(0);
    const start = this.buffer.__vector(at);
    return this.buffer.bytes().subarray(start, start + this.buffer.__vector_len(at));
  }

  /** Absolute offset of a field, 0 if it is absent. */
  private at(field: number): number {
    const offset = this.buffer.__offset(this.position, 4 + 2 * field);
    return offset === 0 ? 0 : this.position + offset;
  }

  private vector<T>(field: number, stride: number, read: (at: number) => T): T[] {
    const at = this.at(field);
    if (at === 0) return [];
    const start = this.buffer.__vector(at);
    return Array.from({ length: this.buffer.__vector_len(at) }, (_, i) => read(start + i * stride));
  }
}

/**
 * Writes protocol-buffer messages: fields in the order of the calls, nothing reordered, so that equal input gives equal
 * bytes.
 *
 * Source: https://protobuf.dev/programming-guides/encoding/ (wire types 0 varint, 2 length-delimited, 5 fixed 32 bit).
 */
export class ProtobufWriter {
  private readonly chunks: Uint8Array[] = [];

  /** int32, int64 and enumerations; negative numbers take ten bytes (two's complement in 64 bits). */
  int(field: number, value: number | bigint): this {
    this.chunks.push(varint((field << 3) | 0), varint(BigInt.asUintN(64, BigInt(value))));
    return this;
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.chunks.push(varint((field << 3) | 5), bytes);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.chunks.push(varint((field << 3) | 2), varint(value.length), value);
    return this;
  }

  string(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: ProtobufWriter): this {
    return this.bytes(field, value.finish());
  }

  finish(): Uint8Array {
    const bytes = new Uint8Array(this.chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

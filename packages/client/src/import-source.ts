/** The rows of a file, CSV or JSON lines: a text, bytes (also Node's Buffer), a Blob or File, or a stream of texts or bytes. */
export type ImportSource =
  string | Uint8Array | Blob | ReadableStream<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export async function readSource(source: ImportSource): Promise<string> {
  if (typeof source === 'string') return source;
  if (source instanceof Uint8Array) return new TextDecoder().decode(source);
  if ('arrayBuffer' in source) return source.text();
  // A character may begin in one piece and end in the next.
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of 'getReader' in source ? piecesOf(source) : source) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** Not every browser can walk a stream by itself. */
async function* piecesOf<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}

/** JSON lines begin with an object, which no heading of a CSV file does. */
export function formatOf(text: string): 'csv' | 'ndjson' {
  return /^\s*\{/.test(text) ? 'ndjson' : 'csv';
}

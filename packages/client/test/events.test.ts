import { Drape, type TryOnEvent } from '@drape/client';
import { describe, expect, it, jest } from '@jest/globals';

/** Streams as a bad connection brings them: in any pieces, broken off, silent. The service is played by `fetch`. */
const SILENCE = Symbol('silence');
type Piece = string | Error | typeof SILENCE;

function clientOf(streams: Piece[][], options: { timeoutMs?: number; maxRetries?: number } = {}) {
  const calls: string[] = [];
  const play: typeof fetch = async (url, init) => {
    calls.push(new Request(url).url);
    const pieces = streams.shift() ?? [];
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        init?.signal?.addEventListener('abort', () => stream.error(new Error('aborted')));
      },
      pull(stream) {
        const piece = pieces.shift();
        if (piece === undefined) stream.close();
        else if (piece instanceof Error) stream.error(piece);
        else if (piece === SILENCE) return new Promise<void>(() => undefined);
        else stream.enqueue(encoder.encode(piece));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
  return { calls, drape: new Drape({ apiKey: 'k', baseUrl: 'https://drape.example/', fetch: play, ...options }) };
}

const progress = (share: number) => `event: progress\ndata: {"id":"try_1","progress":${share}}\n\n`;
const END = 'event: completed\ndata: {"id":"try_1","status":"completed","note":"été"}\n\n';

async function collect(drape: Drape): Promise<TryOnEvent[]> {
  const events: TryOnEvent[] = [];
  for await (const event of drape.tryOns.events('try_1')) events.push(event);
  return events;
}
const typesOf = (events: TryOnEvent[]) => events.map(({ type }) => type);

describe('events', () => {
  it('may be split anywhere, and may have comments and other line ends', async () => {
    const whole = `: still here\n\n${progress(0.2)}${progress(0.4).replaceAll('\n', '\r\n')}${END}`;
    for (const size of [1, 2, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.slice(at * size, at * size + size),
      );
      const events = await collect(clientOf([pieces]).drape);
      expect(typesOf(events)).toEqual(['progress', 'progress', 'completed']);
      expect(events.at(-1)?.data).toMatchObject({ note: 'été' });
    }
  });

  it('continue in a new stream where one ends early or breaks', async () => {
    const { drape, calls } = clientOf([[progress(0.2)], [progress(0.4), new Error('reset')], [END]]);
    expect(typesOf(await collect(drape))).toEqual(['progress', 'progress', 'completed']);
    expect(calls).toEqual(Array(3).fill('https://drape.example/v1/tryon/try_1/events'));
  });

  it('give up on a stream that is silent for longer than a heartbeat takes', async () => {
    jest.useFakeTimers();
    const { drape, calls } = clientOf([[progress(0.2), SILENCE], [SILENCE]], { timeoutMs: 5000, maxRetries: 1 });
    const failed = expect(collect(drape)).rejects.toMatchObject({ name: 'DrapeTimeoutError' });
    await jest.advanceTimersByTimeAsync(19_900);
    expect(calls).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(25_000);
    await failed;
    expect(calls).toHaveLength(2);
    jest.useRealTimers();
  });
});

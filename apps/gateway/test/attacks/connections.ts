import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the connections go, whose key they send, and how much is done: 1 in tests, more where it is measured. */
export interface Target {
  readonly port: number;
  readonly key: string;
  readonly scale: number;
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => undefined);
    socket.resume();
  });

const openMany = (port: number, count: number): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => open(port)));

function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** Sends bytes and waits until the other side closes, at most so long. */
async function sendAndWait(port: number, bytes: string | Buffer, ms = 5_000): Promise<void> {
  const socket = await open(port);
  socket.write(bytes);
  await Promise.race([new Promise<void>((resolve) => socket.once('close', () => resolve())), sleep(ms)]);
  socket.destroy();
}

/** Writes a little to each of many connections again and again. */
async function trickle(sockets: readonly Socket[], part: string, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    for (const socket of sockets) if (socket.writable) socket.write(part);
    await sleep(50);
  }
}

const post = ({ key }: Target, more: string): string =>
  `POST /v1/tryon HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${more}\r\n`;
const GET = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const GONE = 'GET /v1/nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';

/** Clients that keep the server busy by how they send, not by what. */
export const HOSTILE_CONNECTIONS: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  async '500 idle connections'({ port, scale }) {
    const sockets = await openMany(port, 500);
    await sleep(500 * scale);
    closeAll(sockets);
  },
  async '200 slow heads'({ port, scale }) {
    const sockets = await openMany(port, 200);
    for (const socket of sockets) socket.write('GET /v1/tryon HTTP/1.1\r\nHost: a\r\n');
    await trickle(sockets, 'X-A: b\r\n', 1_000 * scale);
    closeAll(sockets);
  },
  async '200 slow bodies'(target) {
    const sockets = await openMany(target.port, 200);
    for (const socket of sockets) socket.write(`${post(target, 'Content-Length: 10000000\r\n')}{"userPhoto":"`);
    await trickle(sockets, 'A', 1_000 * target.scale);
    closeAll(sockets);
  },
  async 'bodies of 15 MB that stop before their end'(target) {
    const sockets = await openMany(target.port, 10 * target.scale);
    const part = Buffer.alloc(14_000_000, 'A');
    for (const socket of sockets) socket.write(`${post(target, 'Content-Length: 15000000\r\n')}{"userPhoto":"`);
    for (const socket of sockets) socket.write(part);
    await sleep(1_500 * target.scale);
    closeAll(sockets);
  },
  async 'a body in chunks of one byte'(target) {
    const chunks = '1\r\n \r\n'.repeat(100_000 * target.scale);
    await sendAndWait(target.port, `${post(target, 'Transfer-Encoding: chunked\r\n')}${chunks}0\r\n\r\n`, 10_000);
  },
  async 'pipelined requests'({ port, scale }) {
    for (let i = 0; i < 2 * scale; i++) await sendAndWait(port, GET.repeat(1_000), 3_000);
  },
  async 'pipelined requests that nobody reads'({ port, scale }) {
    const sockets = await openMany(port, 10);
    for (const socket of sockets) socket.pause().write(GET.repeat(300 * scale));
    await sleep(1_000 * scale);
    closeAll(sockets);
  },
  async 'connections that come and go'({ port, scale }) {
    for (let i = 0; i < 5 * scale; i++) closeAll(await openMany(port, 100));
  },
  async 'connections that are reset in the middle'(target) {
    for (let i = 0; i < 3 * target.scale; i++) {
      const sockets = await openMany(target.port, 50);
      for (const socket of sockets) socket.write(`${post(target, 'Content-Length: 1000\r\n')}{"a":`);
      await sleep(50);
      for (const socket of sockets) socket.resetAndDestroy();
    }
  },
  async 'wrong transfer encodings'(target) {
    const { port, scale } = target;
    const heads = [
      'chunked, chunked',
      'xchunked',
      'gzip, chunked',
      'identity',
      'chunked\r\nContent-Length: 4',
      '\x0bchunked',
    ];
    for (let i = 0; i < 3 * scale; i++) {
      for (const coding of heads)
        await sendAndWait(port, `${post(target, `Transfer-Encoding: ${coding}\r\n`)}4\r\n{"a"`, 300);
    }
  },
  async 'chunk sizes that lie'(target) {
    for (const size of ['ffffffffffffffff', '-1', '0x10', `1;${'a'.repeat(1_000_000)}`, 'fffffff'])
      await sendAndWait(target.port, `${post(target, 'Transfer-Encoding: chunked\r\n')}${size}\r\n{}\r\n`, 500);
  },
  async 'heads of 16 KB, of 1,900 fields, and beyond'({ port, scale }) {
    for (let i = 0; i < 3 * scale; i++) {
      await sendAndWait(port, `${GONE}X-A: ${'b'.repeat(15_000)}\r\n\r\n`);
      await sendAndWait(port, `${GONE}${'a:\r\n'.repeat(1_900)}\r\n`);
      await sendAndWait(port, `${GONE}X-A: ${'b'.repeat(1_000_000)}\r\n\r\n`);
      await sendAndWait(port, `GET /v1/tryon?${'a=b&'.repeat(3_500)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      await sendAndWait(port, `${GONE}Accept: ${'text/html;q=0.1,'.repeat(900)}\r\n\r\n`);
      await sendAndWait(port, `${GONE}Accept-Language: ${'xx-x;q=0.1,'.repeat(1_300)}\r\n\r\n`);
    }
  },
};

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface Hit {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks that answers with the given statuses, the last one for ever. */
export interface Receiver {
  readonly host: string;
  readonly url: string;
  readonly hits: Hit[];
  readonly server: Server;
  answers: number[];
}

export async function startReceiver(): Promise<Receiver> {
  const hits: Hit[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      hits.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      const status = receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0];
      response.writeHead(status ?? 200, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const receiver: Receiver = { host, url: `http://${host}/events`, hits, server, answers: [200] };
  return receiver;
}

/** What the reference library of Standard Webhooks reads in a message. Throws where no signature fits. */
export const verify = (hit: Hit | undefined, secret: string): unknown =>
  new Webhook(secret).verify(
    hit?.body ?? '',
    Object.fromEntries(Object.entries(hit?.headers ?? {}).map(([name, value]) => [name, String(value)])),
  );

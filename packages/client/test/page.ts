import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openInBrowser } from '../../testkit';

const BUILD = join(__dirname, '../esm/dist');
const ANSWERED_WITHIN_MS = 60_000;

export interface PageServer {
  readonly port: number;
  /** Modules of the client that browsers have loaded so far. */
  readonly loaded: ReadonlySet<string>;
  /** Opens a page of this host that runs the module in a real browser; resolves with its default export, or throws its error. */
  readonly run: (host: 'localhost' | '127.0.0.1', source: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Runs the program, which a page imports like any other, and tells the server what came of it. */
const START = `
const answer = await import('/program.js').then(
  (module) => ({ value: module.default }),
  (error) => ({ error: String(error?.stack ?? error) }),
);
await fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
`;
const PAGE = `<!doctype html><meta charset="utf-8"><title>Drape</title>
<script type="importmap">{"imports": {"@drape/client": "/client/index.js"}}</script>
<script type="module" src="/start.js"></script>`;

/** A shop's web server: its page, the client's ESM build as it is, untouched by any bundler, and the shopper's photo. */
export async function servePages(photo: Buffer): Promise<PageServer> {
  const loaded = new Set<string>();
  let program = '';
  let settle: (answer: { value?: unknown; error?: string }) => void = () => undefined;
  const files: Readonly<Record<string, () => readonly [type: string, body: string | Buffer]>> = {
    '/': () => ['text/html', PAGE],
    '/start.js': () => ['text/javascript', START],
    '/program.js': () => ['text/javascript', program],
    '/me.png': () => ['image/png', photo],
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/answer') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        response.end();
        settle(JSON.parse(Buffer.concat(chunks).toString()));
      });
      return;
    }
    const [, module] = /^\/client\/([a-z0-9-]+\.js)$/.exec(path) ?? [];
    if (module !== undefined) {
      loaded.add(module);
      return sendModule(module, response);
    }
    const file = files[path]?.();
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page server has no port');
  const { port } = address;
  return {
    port,
    loaded,
    async run(host, source) {
      program = source;
      const answered = new Promise<{ value?: unknown; error?: string }>((resolve) => (settle = resolve));
      const browser = await openInBrowser(`http://${host}:${port}/`);
      const timer = setTimeout(
        () => settle({ error: `the page did not answer within ${ANSWERED_WITHIN_MS} ms:\n${browser.output()}` }),
        ANSWERED_WITHIN_MS,
      );
      const { value, error } = await answered;
      clearTimeout(timer);
      await browser.close();
      if (error !== undefined) throw new Error(error);
      return value;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendModule(name: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript' });
  createReadStream(join(BUILD, name))
    .once('error', () => response.destroy())
    .pipe(response);
}

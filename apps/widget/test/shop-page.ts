import { createServer } from 'node:http';

export interface ShopPage {
  readonly origin: string;
  /** What the page is made of from now on. */
  show(html: string): void;
  close(): Promise<void>;
}

export interface ShopPageOptions {
  /** Address of the service, which serves the widget. */
  readonly service: string;
  /** Origin of the store, from where results come. */
  readonly store: string;
}

/** What the page's own script does: it writes down events of the widget, and what the policy forbids. */
const PAGE_SCRIPT = `
window.heard = [];
window.forbidden = [];
for (const name of ['open', 'photo', 'result', 'error', 'close'])
  addEventListener('drape-' + name, ({ detail }) => heard.push([name, detail]));
document.addEventListener('securitypolicyviolation', (event) => forbidden.push(event.violatedDirective + ' ' + event.blockedURI));
`;

/** A shop's product page with a strict Content-Security-Policy: nothing inline, no styles at all, the service and its store alone. */
export async function servePage({ service, store }: ShopPageOptions): Promise<ShopPage> {
  let html = '';
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    `connect-src ${service} ${store}`,
    `img-src ${store}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
  const server = createServer((request, response) => {
    if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(PAGE_SCRIPT);
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page server has no port');
  return {
    origin: `http://localhost:${address.port}`,
    show(next) {
      html = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

import { createServer, request as httpRequest } from 'node:http';

/**
 * Stands before the object store and does what a bad one does: answers 500 or 403, is slow, or breaks off in the middle of a body.
 * `mode` is one of good, failing, refusing, slow, partial.
 */
export async function startStoreProxy(endpoint) {
  const { hostname, port } = new URL(endpoint);
  const state = { mode: 'good' };
  const server = createServer((request, response) => {
    const { mode } = state;
    if (mode === 'failing' || mode === 'refusing') {
      request.resume();
      const [status, code] = mode === 'failing' ? [500, 'InternalError'] : [403, 'AccessDenied'];
      response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
      return response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Chaos.</Message></Error>`);
    }
    const { method, url: path, headers } = request;
    const pass = () => {
      const upstream = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
        if (mode !== 'partial' || method !== 'GET') {
          response.writeHead(answer.statusCode, answer.headers);
          return answer.pipe(response);
        }
        response.writeHead(answer.statusCode, answer.headers);
        answer.once('data', (bytes) => response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy()));
      });
      upstream.on('error', () => response.destroy());
      if (mode === 'partial' && method === 'PUT') setTimeout(() => request.destroy(), 20);
      request.on('error', () => upstream.destroy());
      request.pipe(upstream);
    };
    if (mode === 'slow') setTimeout(pass, 1500);
    else pass();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${server.address().port}`,
    set mode(mode) {
      state.mode = mode;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

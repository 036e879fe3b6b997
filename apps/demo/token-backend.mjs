// All that a shop's backend does for client tokens; the secret key stays here.
import { createServer } from 'node:http';

const { DRAPE_URL, DRAPE_KEY, PORT = '8091' } = process.env;

async function makeToken() {
  const response = await fetch(`${DRAPE_URL}/v1/client-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DRAPE_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ttlSeconds: 900, maxTryOns: 20 }),
  });
  const { data, error } = await response.json();
  if (!response.ok) throw new Error(error.message);
  return data.token;
}

const server = createServer((request, response) => {
  const isAsked = request.method === 'POST' && request.url === '/try-on-token';
  if (!isAsked) response.writeHead(404).end();
  else
    makeToken().then(
      (token) => response.end(token),
      (error) => response.writeHead(502).end(error.message),
    );
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`ready ${server.address().port}`));

import { createServer, type Server } from 'node:http';
import { answerScrape, type Registry } from '@drape/telemetry';

/** GET /metrics on a port of its own: what it tells is the operator's, and nobody else's. */
export function createMetricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url === '/metrics') void answerScrape(registry, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is /metrics here and nothing else.\n');
  });
}

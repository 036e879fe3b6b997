import { createServer, type Server } from 'node:http';
import { answerScrape, type Registry } from '@drape/telemetry';

/** GET /metrics on a separate port: metrics are for the operator only. */
export function createMetricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url === '/metrics') void answerScrape(registry, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is /metrics here and nothing else.\n');
  });
}

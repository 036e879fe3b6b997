import type { ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/** Answers GET /metrics in Prometheus' text format; a measurement that fails is left out, the rest of the page is served. */
export async function answerScrape(registry: Registry, response: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
    response.end(text);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end(`The metrics could not be read: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

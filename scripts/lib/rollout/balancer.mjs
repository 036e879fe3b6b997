import { Agent, createServer, request as send } from 'node:http';

/**
 * What a Service of Kubernetes is to clients: one address, and behind it the gateways that are in. It tries nothing twice, so that
 * whatever a gateway breaks off is seen. `take out` first, then end the gateway, as the endpoint goes while preStop sleeps.
 */
export async function startBalancer() {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const gateways = new Set();
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const all = [...gateways];
    turn += 1;
    const { hostname, port } = new URL(all[turn % all.length]);
    const { method, url: path, headers } = incoming;
    const outgoing = send({ agent, hostname, port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    add: (url) => gateways.add(url),
    takeOut: (url) => gateways.delete(url),
    stop() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

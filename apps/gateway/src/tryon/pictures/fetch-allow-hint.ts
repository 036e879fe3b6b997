/** Longer hosts are not repeated in a message. */
const HOST_SHOWN_MAX = 100;
const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Ends the message about a URL that is not public: how whoever runs the service lets its own server through. */
export function fetchAllowHint({ protocol, hostname, port }: URL): string {
  const pair = `${hostname}:${port === '' ? (PORTS[protocol] ?? 'port') : port}`;
  const shown = hostname.length > HOST_SHOWN_MAX ? 'host:port' : pair;
  return `If this is a server of your own, set DRAPE_FETCH_ALLOW=${shown} on gateway and workers.`;
}

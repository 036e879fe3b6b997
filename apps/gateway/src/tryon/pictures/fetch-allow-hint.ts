/** Longer hosts are not repeated in a message. */
const HOST_SHOWN_MAX = 100;
const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Appended to the message about a private URL: how the operator allows it. */
export function fetchAllowHint({ protocol, hostname, port }: URL): string {
  const pair = `${hostname}:${port === '' ? (PORTS[protocol] ?? 'port') : port}`;
  const shown = hostname.length > HOST_SHOWN_MAX ? 'host:port' : pair;
  return `If this is a server of your own, set DRAPE_FETCH_ALLOW=${shown} on gateway and workers.`;
}

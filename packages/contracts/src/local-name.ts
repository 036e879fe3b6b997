/** Names that never lead to the public Internet. Source: RFC 6761, RFC 6762, and the habit of clouds and offices. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|invalid|onion)$/;

/** Whether a host name (no address) is local by its text alone; what other names lead to only a resolver can tell. */
export function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || LOCAL_NAME.test(name);
}

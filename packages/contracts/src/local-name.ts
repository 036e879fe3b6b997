/** Names that never lead to the public Internet. Source: RFC 6761, RFC 6762, and the habit of clouds and offices. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|invalid|onion)$/;

/** Whether a host name (no address) is local by its text alone; where other names lead, only a resolver knows. */
export function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || LOCAL_NAME.test(name);
}

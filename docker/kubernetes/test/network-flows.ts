import { BlockList, isIPv6 } from 'node:net';
import { fits, type KubeObject, type Loose } from './render';

/** A pod, or an address outside of the cluster. */
export type Peer =
  { readonly labels: Readonly<Record<string, string>>; readonly namespace: string; readonly ports?: Loose[] } | string;

export interface Flow {
  readonly from: Peer;
  readonly to: Peer;
  readonly port: number;
  readonly protocol?: 'TCP' | 'UDP';
}

/**
 * Whether NetworkPolicies let a connection through, as Kubernetes defines it: a pod that no policy of a direction selects is open in that
 * direction, and one that some select lets through what one of them allows. Both ends must agree.
 */
export function isAllowed(objects: readonly KubeObject[], flow: Flow): boolean {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  return passes(policies, flow, 'Egress') && passes(policies, flow, 'Ingress');
}

function passes(policies: readonly KubeObject[], flow: Flow, direction: 'Egress' | 'Ingress'): boolean {
  const [own, other] = direction === 'Egress' ? [flow.from, flow.to] : [flow.to, flow.from];
  if (typeof own === 'string') return true;
  const selecting = policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === own.namespace &&
      spec.policyTypes.includes(direction) &&
      fits(spec.podSelector, own.labels),
  );
  if (selecting.length === 0) return true;
  const [rules, peers] = direction === 'Egress' ? ['egress', 'to'] : ['ingress', 'from'];
  return selecting.some(({ metadata, spec }) =>
    (spec[rules] ?? []).some(
      (rule: Loose) =>
        isPort(rule.ports, flow) &&
        (rule[peers] === undefined || rule[peers].some((peer: Loose) => isPeer(peer, other, metadata.namespace ?? ''))),
    ),
  );
}

/** A port by name is that of the pod that is connected to. */
function isPort(ports: Loose[] | undefined, { to, port, protocol = 'TCP' }: Flow): boolean {
  if (ports === undefined) return true;
  const named = typeof to === 'string' ? [] : (to.ports ?? []);
  return ports.some((allowed) => {
    const number =
      typeof allowed.port === 'string'
        ? named.find(({ name }) => name === allowed.port)?.containerPort
        : (allowed.port ?? port);
    return (allowed.protocol ?? 'TCP') === protocol && number === port;
  });
}

function isPeer({ ipBlock, podSelector, namespaceSelector }: Loose, other: Peer, ownNamespace: string): boolean {
  if (typeof other === 'string') {
    return (
      ipBlock !== undefined && isIn(ipBlock.cidr, other) && !(ipBlock.except ?? []).some((c: string) => isIn(c, other))
    );
  }
  if (ipBlock !== undefined) return false;
  const labels = { 'kubernetes.io/metadata.name': other.namespace };
  const isThere = namespaceSelector === undefined ? other.namespace === ownNamespace : fits(namespaceSelector, labels);
  return isThere && (podSelector === undefined || fits(podSelector, other.labels));
}

export function isIn(cidr: string, address: string): boolean {
  const [network = '', prefix] = cidr.split('/');
  if (isIPv6(network) !== isIPv6(address)) return false;
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, family);
}

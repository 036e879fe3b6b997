import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Owner {
  uid: number;
  gid: number;
}

/** Who runs a server that refuses to run as root: `nobody` when we are root, otherwise we ourselves (undefined). */
export function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** Whether `owner` can enter a folder or run a program: folders above it may be closed to others (a project under /root, say). */
export function canReach(owner: Owner | undefined, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...owner, cwd: '/' }).status === 0;
}

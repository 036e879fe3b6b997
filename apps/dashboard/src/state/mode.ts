import { useSyncExternalStore } from 'react';

/** Which data the dashboard shows: the shop's own, or that of its tests. */
export type Mode = 'live' | 'test';

const KEY = 'drape-mode';
const listeners = new Set<() => void>();
let mode: Mode = localStorage.getItem(KEY) === 'test' ? 'test' : 'live';

export const currentMode = (): Mode => mode;

export function setMode(next: Mode): void {
  mode = next;
  localStorage.setItem(KEY, next);
  for (const listener of listeners) listener();
}

export function useMode(): Mode {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentMode);
}

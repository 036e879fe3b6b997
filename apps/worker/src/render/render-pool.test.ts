import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@drape/testkit';
import { RenderCrashed, type RenderChild } from './child-process';
import type { RenderOutput, RenderRequest } from './child-protocol';
import { createRenderPool } from './render-pool';

interface Begun {
  readonly pid: number;
  readonly tryOnId: string;
  readonly end: (error?: Error) => void;
}

/** A pool whose children do as they are told: the order in which it gives them work is all that is looked at. */
async function startPool(size: number) {
  const begun: Begun[] = [];
  let pids = 0;
  const startChild = (): RenderChild => {
    const pid = ++pids;
    const render = ({ tryOnId }: { readonly tryOnId: string }) =>
      new Promise<RenderOutput>((resolve, reject) => {
        begun.push({ pid, tryOnId, end: (error) => (error ? reject(error) : resolve({} as RenderOutput)) });
      });
    return {
      ...{ pid, busyWith: null, ready: Promise.resolve({ provider: 'cpu', loadMs: 1 }), exited: new Promise(() => {}) },
      ...{ render, kill: () => undefined },
      describe: () => Promise.reject(new Error('not asked here')),
      inspect: () => Promise.reject(new Error('not asked here')),
    };
  };
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const pool = createRenderPool({ size, startChild, log: silent });
  await pool.start();
  const render = (tryOnId: string, garment: string): Promise<unknown> => {
    const request = {
      kind: 'render',
      tryOnId,
      garment: Buffer.from(garment),
      category: 'top',
    } as unknown as RenderRequest;
    return pool.render(request, { deadlineMs: 1000, onStage: () => undefined }).catch((error: unknown) => error);
  };
  const by = (tryOnId: string) => waitFor(() => begun.find((one) => one.tryOnId === tryOnId));
  return { begun, render, by };
}

describe('createRenderPool', () => {
  it('lets one child analyse a new garment while others that need it wait, and passes them by', async () => {
    const { begun, render, by } = await startPool(3);
    const all = [render('a1', 'red'), render('a2', 'red'), render('b1', 'blue')];
    await by('b1');
    expect(begun.map(({ tryOnId }) => tryOnId)).toEqual(['a1', 'b1']);
    (await by('a1')).end();
    const second = await by('a2');
    expect(second.pid).toBe((await by('a1')).pid);
    second.end();
    (await by('b1')).end();
    await Promise.all(all);
  });

  it('gives a known garment to the child that has it in memory, and to any other while that one is busy', async () => {
    const { render, by } = await startPool(2);
    const first = [render('a1', 'red'), render('b1', 'blue')];
    const [a1, b1] = [await by('a1'), await by('b1')];
    a1.end();
    b1.end();
    await Promise.all(first);
    const later = [render('b2', 'blue'), render('b3', 'blue')];
    const [b2, b3] = [await by('b2'), await by('b3')];
    expect([b2.pid, b3.pid]).toEqual([b1.pid, a1.pid]);
    b2.end();
    b3.end();
    await Promise.all(later);
  });

  it('lets the next one try where the first one failed', async () => {
    const { render, by } = await startPool(2);
    const all = [render('a1', 'red'), render('a2', 'red')];
    (await by('a1')).end(new RenderCrashed('gone'));
    (await by('a2')).end();
    expect((await Promise.all(all))[0]).toBeInstanceOf(RenderCrashed);
  });
});

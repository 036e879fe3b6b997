import type { PhotoFindings } from '@drape/contracts';
import type { Logger } from '@drape/runtime';
import { RenderCrashed, RenderTimedOut, type RenderChild, type RenderOptions } from './child-process';
import type { ProductFindings } from '@drape/db';
import type { DescribeRequest, InspectRequest, RenderOutput, RenderRequest } from './child-protocol';

/** A child that cannot load is started again after this, doubled each time. */
const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;

export interface ChildState {
  readonly pid: number | null;
  readonly state: 'loading' | 'idle' | 'busy';
  readonly tryOnId: string | null;
}

export interface RenderPool {
  /** Resolves when every child is ready. Throws ChildUnready: a model is missing or damaged. */
  start(): Promise<void>;
  /** Renders in the next idle child. Throws what the child's render throws. */
  render(request: RenderRequest, options: RenderOptions): Promise<RenderOutput>;
  /** Describes a product in the next idle child. */
  describe(request: DescribeRequest, options: RenderOptions): Promise<ProductFindings>;
  /** Looks at a photo in the next idle child. */
  inspect(request: InspectRequest, options: RenderOptions): Promise<PhotoFindings>;
  readonly states: readonly ChildState[];
  /** Kills the children. */
  close(): Promise<void>;
}

interface Slot {
  child: RenderChild;
  isReady: boolean;
  isTaken: boolean;
  /** Deaths in a row before the child was ready. */
  failures: number;
}

export interface RenderPoolOptions {
  readonly size: number;
  readonly startChild: () => RenderChild;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Children that render, one picture at a time each. A child that dies is replaced at once. */
export function createRenderPool({ size, startChild, log }: RenderPoolOptions): RenderPool {
  const slots: Slot[] = [];
  const queue: ((slot: Slot) => void)[] = [];
  let isClosed = false;

  function offer(slot: Slot): void {
    if (!slot.isReady || slot.isTaken) return;
    const next = queue.shift();
    if (!next) return;
    slot.isTaken = true;
    next(slot);
  }

  async function tend(slot: Slot): Promise<void> {
    const { child } = slot;
    void child.exited.then(({ code, signal }) => replace(slot, child, { code, signal }));
    const { provider, loadMs } = await child.ready;
    slot.failures = 0;
    slot.isReady = true;
    log.info({ childPid: child.pid, provider, loadMs }, 'render child ready');
    offer(slot);
  }

  function replace(slot: Slot, child: RenderChild, how: { code: number | null; signal: string | null }): void {
    if (isClosed || slot.child !== child) return;
    slot.isReady = false;
    const delayMs = slot.failures === 0 ? 0 : Math.min(RESTART_MS * 2 ** slot.failures, RESTART_MS_MAX);
    slot.failures += 1;
    log.warn({ childPid: child.pid, ...how, delayMs }, 'render child died, starting another');
    setTimeout(() => {
      if (isClosed) return;
      slot.child = startChild();
      tend(slot).catch((err: unknown) => log.error({ err }, 'render child could not load'));
    }, delayMs).unref();
  }

  async function withChild<T>(work: (child: RenderChild) => Promise<T>): Promise<T> {
    const slot = await new Promise<Slot>((resolve) => {
      queue.push(resolve);
      for (const each of slots) offer(each);
    });
    try {
      return await work(slot.child);
    } catch (error) {
      if (error instanceof RenderCrashed || error instanceof RenderTimedOut) slot.isReady = false;
      throw error;
    } finally {
      slot.isTaken = false;
      offer(slot);
    }
  }

  return {
    async start() {
      for (let i = 0; i < size; i++) slots.push({ child: startChild(), isReady: false, isTaken: false, failures: 0 });
      await Promise.all(slots.map(tend));
    },
    render: (request, options) => withChild((child) => child.render(request, options)),
    describe: (request, options) => withChild((child) => child.describe(request, options)),
    inspect: (request, options) => withChild((child) => child.inspect(request, options)),
    get states() {
      return slots.map(({ child, isReady }) => ({
        pid: child.pid ?? null,
        state: isReady ? (child.busyWith === null ? ('idle' as const) : ('busy' as const)) : ('loading' as const),
        tryOnId: child.busyWith,
      }));
    },
    async close() {
      isClosed = true;
      for (const { child } of slots) child.kill();
      await Promise.all(slots.map(({ child }) => child.exited));
    },
  };
}

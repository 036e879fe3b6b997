import { constants } from 'node:os';
import type { PhotoFindings } from '@drape/contracts';
import type { Logger } from '@drape/runtime';
import { RenderCrashed, RenderTimedOut, type RenderChild, type RenderOptions } from './child-process';
import type { DescribeOutput, DescribeRequest, InspectRequest, RenderOutput, RenderRequest } from './child-protocol';
import { sha256 } from '../lib/sha256';

/** A child that cannot load is started again after this, doubled each time. */
const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;
/** Garments that a child is believed to remember: about what its cache holds. */
const REMEMBERED = 12;

export interface ChildState {
  readonly pid: number | null;
  readonly state: 'loading' | 'idle' | 'busy';
  readonly tryOnId: string | null;
}

export interface GarmentOptions extends RenderOptions {
  /** Reads the garment's package for a child that does not remember the garment; null: there is none. Default: there is none. */
  readonly readPackage?: () => Promise<Uint8Array | null>;
}

export interface RenderPool {
  /** Resolves when every child is ready. Throws ChildUnready: a model is missing or damaged. */
  start(): Promise<void>;
  /**
   * Renders in an idle child, in one that knows the garment where there is a choice. While one child analyses a garment for the first
   * time, no other one begins to: the render waits for it. Throws what the child's render throws.
   */
  render(request: RenderRequest, options: GarmentOptions): Promise<RenderOutput>;
  /** Describes a product, likewise. */
  describe(request: DescribeRequest, options: GarmentOptions): Promise<DescribeOutput>;
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
  /** Garments that the child has analysed, the latest last. */
  garments: string[];
  /** The garment that it analyses for the first time just now. */
  analysing: string | null;
}

/** What waits for a child. */
interface Waiting {
  /** Names the garment that is needed; null where none is. */
  readonly garment: string | null;
  readonly take: (slot: Slot) => void;
}

export interface RenderPoolOptions {
  readonly size: number;
  readonly startChild: () => RenderChild;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Hears of every child that died: its signal, or `exit`, or `error` where it could not be started. */
  readonly onDeath?: (signal: string) => void;
}

/** Children that render, one picture at a time each. A child that dies is replaced at once. */
export function createRenderPool({ size, startChild, log, onDeath }: RenderPoolOptions): RenderPool {
  const slots: Slot[] = [];
  const queue: Waiting[] = [];
  let isClosed = false;

  function dispatch(slot: Slot): void {
    if (!slot.isReady || slot.isTaken) return;
    const at = queue.findIndex(
      ({ garment }) => garment === null || !slots.some((other) => other.analysing === garment),
    );
    const [next] = at < 0 ? [] : queue.splice(at, 1);
    if (!next) return;
    slot.isTaken = true;
    if (next.garment !== null && !slot.garments.includes(next.garment)) slot.analysing = next.garment;
    next.take(slot);
  }

  /** To those first that know what the latest comer needs. */
  function dispatchAll(garment: string | null = null): void {
    const knows = (slot: Slot): boolean => garment !== null && slot.garments.includes(garment);
    for (const slot of slots.filter(knows)) dispatch(slot);
    for (const slot of slots) dispatch(slot);
  }

  async function watch(slot: Slot): Promise<void> {
    const { child } = slot;
    void child.exited.then(({ code, signal }) => replace(slot, child, { code, signal }));
    const { provider, loadMs } = await child.ready;
    slot.failures = 0;
    slot.isReady = true;
    log.info({ childPid: child.pid, provider, loadMs }, 'render child ready');
    dispatch(slot);
  }

  function replace(slot: Slot, child: RenderChild, how: { code: number | null; signal: string | null }): void {
    if (isClosed || slot.child !== child) return;
    onDeath?.(signalOf(how));
    slot.isReady = false;
    slot.garments = [];
    const delayMs = slot.failures === 0 ? 0 : Math.min(RESTART_MS * 2 ** slot.failures, RESTART_MS_MAX);
    slot.failures += 1;
    log.warn({ childPid: child.pid, ...how, delayMs }, 'render child died, starting another');
    setTimeout(() => {
      if (isClosed) return;
      slot.child = startChild();
      watch(slot).catch((err: unknown) => log.error({ err }, 'render child could not load'));
    }, delayMs).unref();
  }

  async function withChild<T>(
    garment: string | null,
    work: (child: RenderChild, remembers: boolean) => Promise<T>,
  ): Promise<T> {
    const slot = await new Promise<Slot>((take) => {
      queue.push({ garment, take });
      dispatchAll(garment);
    });
    try {
      const result = await work(slot.child, garment !== null && slot.garments.includes(garment));
      if (garment !== null)
        slot.garments = [...slot.garments.filter((known) => known !== garment), garment].slice(-REMEMBERED);
      return result;
    } catch (error) {
      if (error instanceof RenderCrashed || error instanceof RenderTimedOut) slot.isReady = false;
      throw error;
    } finally {
      slot.isTaken = false;
      slot.analysing = null;
      dispatch(slot);
      dispatchAll();
    }
  }

  return {
    async start() {
      for (let i = 0; i < size; i++) {
        slots.push({ child: startChild(), isReady: false, isTaken: false, failures: 0, garments: [], analysing: null });
      }
      await Promise.all(slots.map(watch));
    },
    render: (request, options) =>
      withChild(garmentOf(request), async (child, remembers) =>
        child.render(await withPackage(request, remembers, options), options),
      ),
    describe: (request, options) =>
      withChild(garmentOf(request), async (child, remembers) =>
        child.describe(await withPackage(request, remembers, options), options),
      ),
    inspect: (request, options) => withChild(null, (child) => child.inspect(request, options)),
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

async function withPackage<R extends RenderRequest | DescribeRequest>(
  request: R,
  remembers: boolean,
  { readPackage }: GarmentOptions,
): Promise<R> {
  return remembers || readPackage === undefined ? request : { ...request, package: await readPackage() };
}

/** A child that could not be started has the text of an error in place of a signal. */
function signalOf({ signal }: { signal: string | null }): string {
  if (signal === null) return 'exit';
  return signal in constants.signals ? signal : 'error';
}

/** As the children's caches tell garments apart: by their bytes and what they are said to be. */
function garmentOf({ garment, category }: Pick<RenderRequest, 'garment' | 'category'>): string {
  return `${category ?? ''} ${sha256(garment)}`;
}

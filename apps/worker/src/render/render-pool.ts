import { constants } from 'node:os';
import type { PhotoFindings } from '@drape/contracts';
import type { Logger } from '@drape/runtime';
import { RenderCrashed, RenderTimedOut, type ChildExit, type RenderChild, type RenderOptions } from './child-process';
import type { DescribeOutput, DescribeRequest, InspectRequest, RenderOutput, RenderRequest } from './child-protocol';
import { sha256 } from '../lib/sha256';

/** Pause before restarting a child that cannot load; doubled each time. */
const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;
/** Garments that a child is assumed to have in memory: about what its cache holds. */
const REMEMBERED_GARMENTS = 12;

export interface ChildState {
  readonly pid: number | null;
  readonly state: 'loading' | 'idle' | 'busy';
  readonly tryOnId: string | null;
}

export interface GarmentOptions extends RenderOptions {
  /** Reads the garment's package where the child does not have the garment in memory; null: there is none. Default: there is none. */
  readonly readPackage?: () => Promise<Uint8Array | null>;
}

export interface RenderPool {
  /** Resolves when every child is ready. Throws ChildUnready: a model is missing or damaged. */
  start(): Promise<void>;
  /**
   * Renders in an idle child, preferably one that has the garment in memory. While one child analyses a garment for the first time, no
   * other child starts to: the render waits for it. Throws: what the child's render throws.
   */
  render(request: RenderRequest, options: GarmentOptions): Promise<RenderOutput>;
  /** Describes a product, likewise. */
  describe(request: DescribeRequest, options: GarmentOptions): Promise<DescribeOutput>;
  /** Checks a photo in the next idle child. */
  inspect(request: InspectRequest, options: RenderOptions): Promise<PhotoFindings>;
  readonly states: readonly ChildState[];
  /** Kills the children. */
  close(): Promise<void>;
}

interface Slot {
  child: RenderChild;
  isReady: boolean;
  isTaken: boolean;
  /** Consecutive deaths before the child was ready. */
  failures: number;
  /** Garments that the child has analysed, the latest last. */
  garments: string[];
  /** The garment that it is analysing for the first time. */
  analysing: string | null;
}

/** A request that waits for a child. */
interface Waiting {
  /** The needed garment's key; null where none is needed. */
  readonly garment: string | null;
  readonly take: (slot: Slot) => void;
}

export interface RenderPoolOptions {
  readonly size: number;
  readonly startChild: () => RenderChild;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Receives every child's death: its signal, or `exit`, or `error` where it could not be started. */
  readonly onDeath?: (signal: string) => void;
}

/** Children that render, one picture at a time each. A child that dies is replaced at once. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const slots: Slot[] = [];
  const queue = createSlotQueue(slots);
  const keeper = createChildKeeper(slots, queue, options);
  return {
    start: keeper.start,
    render: (request, how) =>
      withChild(queue, garmentOf(request), async (child, remembers) =>
        child.render(await withPackage(request, remembers, how), how),
      ),
    describe: (request, how) =>
      withChild(queue, garmentOf(request), async (child, remembers) =>
        child.describe(await withPackage(request, remembers, how), how),
      ),
    inspect: (request, how) => withChild(queue, null, (child) => child.inspect(request, how)),
    get states() {
      return slots.map(stateOf);
    },
    close: keeper.close,
  };
}

/** Hands idle children to the requests that wait for one. */
interface SlotQueue {
  /** Waits for a child; the slot is the caller's until it is released. */
  take(garment: string | null): Promise<Slot>;
  release(slot: Slot): void;
  /** Gives a child the next request that it may begin, where it is ready and nobody has it. */
  dispatch(slot: Slot): void;
}

function createSlotQueue(slots: readonly Slot[]): SlotQueue {
  const queue: Waiting[] = [];

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

  /** Offers work first to the children that have the latest request's garment. */
  function dispatchAll(garment: string | null = null): void {
    const knows = (slot: Slot): boolean => garment !== null && slot.garments.includes(garment);
    for (const slot of slots.filter(knows)) dispatch(slot);
    for (const slot of slots) dispatch(slot);
  }

  return {
    take: (garment) =>
      new Promise<Slot>((take) => {
        queue.push({ garment, take });
        dispatchAll(garment);
      }),
    release(slot) {
      slot.isTaken = false;
      slot.analysing = null;
      dispatch(slot);
      dispatchAll();
    },
    dispatch,
  };
}

/** Starts the children, and another one for each that dies. */
function createChildKeeper(
  slots: Slot[],
  queue: Pick<SlotQueue, 'dispatch'>,
  { size, startChild, log, onDeath }: RenderPoolOptions,
): Pick<RenderPool, 'start' | 'close'> {
  let isClosed = false;

  async function watch(slot: Slot): Promise<void> {
    const { child } = slot;
    void child.exited.then((how) => replace(slot, child, how));
    const { provider, loadMs } = await child.ready;
    slot.failures = 0;
    slot.isReady = true;
    log.info({ childPid: child.pid, provider, loadMs }, 'render child ready');
    queue.dispatch(slot);
  }

  function replace(slot: Slot, child: RenderChild, { code, signal }: ChildExit): void {
    if (isClosed || slot.child !== child) return;
    onDeath?.(signalOf({ signal }));
    slot.isReady = false;
    slot.garments = [];
    const delayMs = slot.failures === 0 ? 0 : Math.min(RESTART_MS * 2 ** slot.failures, RESTART_MS_MAX);
    slot.failures += 1;
    log.warn({ childPid: child.pid, code, signal, delayMs }, 'render child died, starting another');
    setTimeout(() => {
      if (isClosed) return;
      slot.child = startChild();
      watch(slot).catch((err: unknown) => log.error({ err }, 'render child could not load'));
    }, delayMs).unref();
  }

  return {
    async start() {
      for (let i = 0; i < size; i++) {
        slots.push({ child: startChild(), isReady: false, isTaken: false, failures: 0, garments: [], analysing: null });
      }
      await Promise.all(slots.map(watch));
    },
    async close() {
      isClosed = true;
      for (const { child } of slots) child.kill();
      await Promise.all(slots.map(({ child }) => child.exited));
    },
  };
}

async function withChild<T>(
  queue: SlotQueue,
  garment: string | null,
  work: (child: RenderChild, remembers: boolean) => Promise<T>,
): Promise<T> {
  const slot = await queue.take(garment);
  try {
    const result = await work(slot.child, garment !== null && slot.garments.includes(garment));
    if (garment !== null)
      slot.garments = [...slot.garments.filter((known) => known !== garment), garment].slice(-REMEMBERED_GARMENTS);
    return result;
  } catch (error) {
    if (error instanceof RenderCrashed || error instanceof RenderTimedOut) slot.isReady = false;
    throw error;
  } finally {
    queue.release(slot);
  }
}

function stateOf({ child, isReady }: Slot): ChildState {
  const working = child.busyWith === null ? 'idle' : 'busy';
  return { pid: child.pid ?? null, state: isReady ? working : 'loading', tryOnId: child.busyWith };
}

async function withPackage<R extends RenderRequest | DescribeRequest>(
  request: R,
  remembers: boolean,
  { readPackage }: GarmentOptions,
): Promise<R> {
  return remembers || readPackage === undefined ? request : { ...request, package: await readPackage() };
}

/** A child that could not be started has an error's text in place of a signal. */
function signalOf({ signal }: Pick<ChildExit, 'signal'>): string {
  if (signal === null) return 'exit';
  return signal in constants.signals ? signal : 'error';
}

/** The children's cache key of a garment: its bytes and its category. */
function garmentOf({ garment, category }: Pick<RenderRequest, 'garment' | 'category'>): string {
  return `${category ?? ''} ${sha256(garment)}`;
}

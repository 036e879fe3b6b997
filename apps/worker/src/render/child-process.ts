import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { FailureCode, FailureFields, PhotoFindings, Stage } from '@drape/contracts';
import {
  parseChildMessage,
  type CancelRequest,
  type ChildMessage,
  type ChildUsage,
  type DescribeOutput,
  type DescribeRequest,
  type InspectRequest,
  type PackTicket,
  type RenderOutput,
  type RenderRequest,
  type WorkRequest,
} from './child-protocol';

/** The pictures do not allow a try-on. */
export class RenderRefused extends Error {
  override readonly name = 'RenderRefused';
  constructor(
    readonly code: FailureCode,
    readonly detail: string,
    /** Further fields of the error. */
    readonly fields: FailureFields = {},
  ) {
    super(`${code}: ${detail}`);
  }
}

/** The child died during the render: the render may be retried. */
export class RenderCrashed extends Error {
  override readonly name = 'RenderCrashed';
}

/** The render took longer than its deadline; the child was killed. */
export class RenderTimedOut extends Error {
  override readonly name = 'RenderTimedOut';
}

/** A bug in our code; the same render would fail again. */
export class RenderFaulted extends Error {
  override readonly name = 'RenderFaulted';
}

/** The child could not load its models. */
export class ChildUnready extends Error {
  override readonly name = 'ChildUnready';
}

/** The render was canceled and stopped between two stages. */
export class RenderCanceled extends Error {
  override readonly name = 'RenderCanceled';
}

export interface RenderOptions {
  readonly deadlineMs: number;
  /** Stops the render at its next stage. */
  readonly signal?: AbortSignal;
  readonly onStage: (stage: Stage) => void;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface RenderChild {
  readonly pid: number | undefined;
  /** Id of the current try-on. */
  readonly busyWith: string | null;
  /** Resolves when the models are loaded and warm; rejects with ChildUnready. */
  readonly ready: Promise<{ provider: string; loadMs: number }>;
  /** Resolves when the process has exited, for whatever reason. */
  readonly exited: Promise<ChildExit>;
  /** One at a time. Throws: RenderRefused, RenderCanceled, RenderCrashed, RenderTimedOut, RenderFaulted. */
  render(request: RenderRequest, options: RenderOptions): Promise<RenderOutput>;
  /** The same for a product picture alone. */
  describe(request: DescribeRequest, options: RenderOptions): Promise<DescribeOutput>;
  /** The same for a photo alone. */
  inspect(request: InspectRequest, options: RenderOptions): Promise<PhotoFindings>;
  kill(): void;
}

type Answer = Extract<ChildMessage, { kind: 'done' | 'described' | 'inspected' }>;

interface Job {
  readonly tryOnId: string;
  readonly onStage: (stage: Stage) => void;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * V8 flags for a process that runs pixel loops over planes of a few megabytes which live for milliseconds. Node 20, two cores:
 *
 * - functions are compiled at their first call instead of interpreted until they are hot: loops that run once per render become hot late;
 * after nine renders each further one cost 598 CPU ms instead of 705;
 * - planes that survive a scavenge count as old space, whose limit starts low and stays low: the whole heap was marked four times per
 * render, by several threads, to find 17 MB alive each time. From 256 MB on it is marked three times in four renders;
 * - marking and scavenging run on the thread that waits for them: the heap is too small to share. The last two together need .87 of the
 * processor time with a known garment, .89 with a new one, for 10 to 60 MB more at the peak.
 */
const V8_FLAGS = ['--always-sparkplug', '--initial-old-space-size=256', '--single-threaded-gc'];

/**
 * glibc's allocator settings, unless the worker's environment overrides them. Every allocating thread gets an arena, and memory freed in
 * one is of no use to the others: with two arenas in all the peak of 36 cold renders falls from 785 to 766 MB, at no cost in time. Other C
 * libraries ignore it.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };

/** Packages that may be outstanding per child. */
const TICKETS_MAX = 2;
/** The largest of 51 products had 760 kB. */
const PACKAGE_BYTES_MAX = 8 * 1024 * 1024;

/** Receives what a child sends besides its answers. */
export interface ChildListener {
  readonly onUsage?: (usage: ChildUsage) => void;
  readonly onPacked?: (ticket: PackTicket, bytes: Uint8Array) => void;
}

/**
 * Starts a render process.
 *
 * It leads its own process group, so that Ctrl-C in a terminal reaches only the worker, which lets the render finish.
 */
export function startRenderChild(
  env: NodeJS.ProcessEnv,
  { onUsage = () => undefined, onPacked = () => undefined }: ChildListener = {},
): RenderChild {
  const child: RunningChild = { process: forkChild(env), tickets: createPackageTickets(onPacked), job: null };
  const exited = awaitExit(child, onUsage);
  const ready = awaitReady(child.process, exited);
  ready.catch(() => undefined);
  child.process.on('message', (value) => receive(child, parseChildMessage(value), onUsage));
  return {
    ready,
    exited,
    get pid() {
      return child.process.pid;
    },
    get busyWith() {
      return child.job?.tryOnId ?? null;
    },
    kill: () => void child.process.kill('SIGKILL'),
    async render(request, options) {
      const answer = await ask(child, request, options);
      if (answer.kind !== 'done') throw unexpectedAnswer(request, answer);
      return answer.output;
    },
    async describe(request, options) {
      const answer = await ask(child, request, options);
      if (answer.kind !== 'described') throw unexpectedAnswer(request, answer);
      return answer.output;
    },
    async inspect(request, options) {
      const answer = await ask(child, request, options);
      if (answer.kind !== 'inspected') throw unexpectedAnswer(request, answer);
      return answer.photo;
    },
  };
}

interface RunningChild {
  readonly process: ChildProcess;
  readonly tickets: PackageTickets;
  /** The unanswered request. */
  job: Job | null;
}

function forkChild(env: NodeJS.ProcessEnv): ChildProcess {
  return fork(join(__dirname, 'render-child.js'), {
    env: { ...ALLOCATOR, ...env },
    execArgv: [...process.execArgv, ...V8_FLAGS],
    serialization: 'advanced',
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

interface PackageTickets {
  /** Notes the package that the request asks for. */
  expect(request: WorkRequest): void;
  /** Hands a package over; one that nobody expects, or that is too large, is dropped. */
  redeem(packed: Extract<ChildMessage, { kind: 'packed' }>): void;
}

/** A package arrives after the child's answer, possibly during its next request. */
function createPackageTickets(onPacked: NonNullable<ChildListener['onPacked']>): PackageTickets {
  const tickets = new Map<string, PackTicket>();
  return {
    expect(request) {
      if (request.kind === 'inspect' || !request.pack) return;
      tickets.set(request.tryOnId, request.pack);
      for (const id of [...tickets.keys()].slice(0, -TICKETS_MAX)) tickets.delete(id);
    },
    redeem({ tryOnId, bytes }) {
      const ticket = tickets.get(tryOnId);
      tickets.delete(tryOnId);
      if (ticket !== undefined && bytes.byteLength <= PACKAGE_BYTES_MAX) onPacked(ticket, bytes);
    },
  };
}

/** The caller settles the job; nobody else does from now on. */
function takeJob(child: RunningChild): Job | null {
  const { job } = child;
  child.job = null;
  return job;
}

/** Rejects the job of a child that dies, and reports that the child uses nothing any more. */
function awaitExit(child: RunningChild, onUsage: (usage: ChildUsage) => void): Promise<ChildExit> {
  const { process: forked } = child;
  return new Promise((resolve) => {
    const gone = (code: number | null, signal: string | null): void => {
      takeJob(child)?.reject(
        new RenderCrashed(`the render child died (${signal ?? `exit code ${code ?? 'unknown'}`})`),
      );
      if (forked.pid !== undefined) onUsage({ pid: forked.pid, residentBytes: 0, cpuSeconds: 0 });
      resolve({ code, signal });
    };
    forked.once('exit', gone);
    forked.once('error', (error) => gone(null, error.message));
  });
}

function receive(child: RunningChild, message: ChildMessage, onUsage: (usage: ChildUsage) => void): void {
  if (message.kind === 'usage') onUsage(message.usage);
  if (message.kind === 'packed') return child.tickets.redeem(message);
  const { job } = child;
  if (!job || !('tryOnId' in message) || message.tryOnId !== job.tryOnId) return;
  if (message.kind === 'stage') job.onStage(message.stage);
  else settle(takeJob(child), message);
}

async function ask(
  child: RunningChild,
  request: WorkRequest,
  { deadlineMs, onStage, signal }: RenderOptions,
): Promise<Answer> {
  const { tryOnId } = request;
  const { process: forked } = child;
  if (signal?.aborted) throw new RenderCanceled('the render was canceled before it began');
  child.tickets.expect(request);
  const cancel = (): void => void forked.send({ kind: 'cancel', tryOnId } satisfies CancelRequest, () => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => {
    takeJob(child)?.reject(new RenderTimedOut(`the render was not done after ${deadlineMs} ms`));
    forked.kill('SIGKILL');
  }, deadlineMs);
  try {
    return await new Promise((resolve, reject) => {
      child.job = { tryOnId, onStage, resolve, reject };
      forked.send(request, (error) => {
        if (error) takeJob(child)?.reject(new RenderCrashed('the render child does not listen', { cause: error }));
      });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

function unexpectedAnswer(request: WorkRequest, answer: Answer): TypeError {
  return new TypeError(`the render child was asked to ${request.kind} and answered ${answer.kind}`);
}

function settle(
  job: Job | null,
  message: Exclude<ChildMessage, { kind: 'ready' | 'unready' | 'usage' | 'stage' | 'packed' }>,
): void {
  if (message.kind === 'done' || message.kind === 'described' || message.kind === 'inspected') job?.resolve(message);
  else if (message.kind === 'canceled') job?.reject(new RenderCanceled('the render was canceled'));
  else if (message.kind === 'refused') job?.reject(new RenderRefused(message.code, message.detail, message.fields));
  else job?.reject(Object.assign(new RenderFaulted(message.message), { stack: message.stack }));
}

function awaitReady(child: ChildProcess, exited: Promise<ChildExit>): Promise<{ provider: string; loadMs: number }> {
  return new Promise((resolve, reject) => {
    child.on('message', (value) => {
      const message = parseChildMessage(value);
      if (message.kind === 'ready') resolve({ provider: message.provider, loadMs: message.loadMs });
      if (message.kind === 'unready') reject(new ChildUnready(message.reason));
    });
    void exited.then(({ code, signal }) => {
      reject(new ChildUnready(`the render child died while loading (${signal ?? `exit code ${code ?? 'unknown'}`})`));
    });
  });
}

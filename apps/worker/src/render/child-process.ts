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
    /** What the error says beside its code. */
    readonly fields: FailureFields = {},
  ) {
    super(`${code}: ${detail}`);
  }
}

/** The child died under the render: the render may be tried again. */
export class RenderCrashed extends Error {
  override readonly name = 'RenderCrashed';
}

/** The render took longer than its deadline; the child was killed. */
export class RenderTimedOut extends Error {
  override readonly name = 'RenderTimedOut';
}

/** An error in our own code; the same render would fail again. */
export class RenderFaulted extends Error {
  override readonly name = 'RenderFaulted';
}

/** The child could not load its models. */
export class ChildUnready extends Error {
  override readonly name = 'ChildUnready';
}

/** The render was not wanted any more, and stopped between two stages. */
export class RenderCanceled extends Error {
  override readonly name = 'RenderCanceled';
}

export interface RenderOptions {
  readonly deadlineMs: number;
  /** Stops the render at its next stage. */
  readonly signal?: AbortSignal;
  readonly onStage: (stage: Stage) => void;
}

export interface RenderChild {
  readonly pid: number | undefined;
  /** Try-on in hand. */
  readonly busyWith: string | null;
  /** Resolves when the models are loaded and warm; rejects with ChildUnready. */
  readonly ready: Promise<{ provider: string; loadMs: number }>;
  /** Resolves when the process is gone, however it went. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
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
 * How V8 runs in a process whose JavaScript is pixel loops over planes of a few megabytes that live for milliseconds. Node 20, two cores:
 *
 * - a function is compiled when it is first called instead of interpreted until it is known to be hot: loops that run once a render
 *   are hot late, and after nine renders the next ones cost 598 CPU ms each instead of 705;
 * - planes that outlive a scavenge count as old space, whose limit starts low and stays low: the whole heap was marked four times a
 *   render, by several threads, to find 17 MB alive each time. From 256 MB on it is marked three times in four renders;
 * - marking and scavenging are done by the thread that waits for them: the heap is too small to share. The last two together take
 *   .87 of the processor time with a known garment, .89 with a new one, for 10 to 60 MB more at the peak.
 */
const V8_FLAGS = ['--always-sparkplug', '--initial-old-space-size=256', '--single-threaded-gc'];

/**
 * How glibc allocates there, unless the worker's own environment says otherwise. Every thread that allocates gets an arena, and what is
 * freed in one is of no use to the others: with two arenas in all the peak of 36 cold renders falls from 785 to 766 MB, at no cost in
 * time. Other C libraries ignore it.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };

/** Packages that a child may owe. */
const TICKETS_MAX = 2;
/** The largest of 51 products had 760 kB. */
const PACKAGE_BYTES_MAX = 8 * 1024 * 1024;

/** What a child tells beside its answers. */
export interface ChildListener {
  readonly onUsage?: (usage: ChildUsage) => void;
  readonly onPacked?: (ticket: PackTicket, bytes: Uint8Array) => void;
}

/**
 * Starts a process that renders.
 *
 * It leads its own process group, so that Ctrl-C in a terminal reaches the worker only, which lets the render finish.
 */
export function startRenderChild(
  env: NodeJS.ProcessEnv,
  { onUsage = () => undefined, onPacked = () => undefined }: ChildListener = {},
): RenderChild {
  const child = fork(join(__dirname, 'render-child.js'), {
    env: { ...ALLOCATOR, ...env },
    execArgv: [...process.execArgv, ...V8_FLAGS],
    serialization: 'advanced',
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let job: Job | null = null;
  const takeJob = (): Job | null => {
    const taken = job;
    job = null;
    return taken;
  };

  // A package comes when the child has answered, maybe after it was asked for the next thing.
  const tickets = new Map<string, PackTicket>();
  const expectPackage = (request: WorkRequest): void => {
    if (request.kind === 'inspect' || !request.pack) return;
    tickets.set(request.tryOnId, request.pack);
    for (const id of [...tickets.keys()].slice(0, -TICKETS_MAX)) tickets.delete(id);
  };
  const takePackage = ({ tryOnId, bytes }: Extract<ChildMessage, { kind: 'packed' }>): void => {
    const ticket = tickets.get(tryOnId);
    tickets.delete(tryOnId);
    if (ticket !== undefined && bytes.byteLength <= PACKAGE_BYTES_MAX) onPacked(ticket, bytes);
  };

  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    const gone = (code: number | null, signal: string | null): void => {
      takeJob()?.reject(new RenderCrashed(`the render child died (${signal ?? `exit code ${code ?? 'unknown'}`})`));
      if (child.pid !== undefined) onUsage({ pid: child.pid, residentBytes: 0, cpuSeconds: 0 });
      resolve({ code, signal });
    };
    child.once('exit', gone);
    child.once('error', (error) => gone(null, error.message));
  });
  const ready = awaitReady(child, exited);
  ready.catch(() => undefined);
  child.on('message', (value) => {
    const message = parseChildMessage(value);
    if (message.kind === 'usage') onUsage(message.usage);
    if (message.kind === 'packed') return takePackage(message);
    if (!job || !('tryOnId' in message) || message.tryOnId !== job.tryOnId) return;
    if (message.kind === 'stage') job.onStage(message.stage);
    else settle(takeJob(), message);
  });

  async function ask(request: WorkRequest, { deadlineMs, onStage, signal }: RenderOptions): Promise<Answer> {
    const { tryOnId } = request;
    if (signal?.aborted) throw new RenderCanceled('the render was canceled before it began');
    expectPackage(request);
    const cancel = (): void => void child.send({ kind: 'cancel', tryOnId } satisfies CancelRequest, () => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => {
      takeJob()?.reject(new RenderTimedOut(`the render was not done after ${deadlineMs} ms`));
      child.kill('SIGKILL');
    }, deadlineMs);
    try {
      return await new Promise((resolve, reject) => {
        job = { tryOnId, onStage, resolve, reject };
        child.send(request, (error) => {
          if (error) takeJob()?.reject(new RenderCrashed('the render child does not listen', { cause: error }));
        });
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  return {
    ready,
    exited,
    get pid() {
      return child.pid;
    },
    get busyWith() {
      return job?.tryOnId ?? null;
    },
    kill: () => void child.kill('SIGKILL'),
    async render(request, options) {
      const answer = await ask(request, options);
      if (answer.kind !== 'done') throw unexpectedAnswer(request, answer);
      return answer.output;
    },
    async describe(request, options) {
      const answer = await ask(request, options);
      if (answer.kind !== 'described') throw unexpectedAnswer(request, answer);
      return answer.output;
    },
    async inspect(request, options) {
      const answer = await ask(request, options);
      if (answer.kind !== 'inspected') throw unexpectedAnswer(request, answer);
      return answer.photo;
    },
  };
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

function awaitReady(
  child: ChildProcess,
  exited: Promise<{ code: number | null; signal: string | null }>,
): Promise<{ provider: string; loadMs: number }> {
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

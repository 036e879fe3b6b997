import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { examine, type DoctorDeps, type Findings } from '../doctor/examine';
import { mend } from '../doctor/mend';
import { VIOLATIONS, type Violation, type ViolationKind } from '../doctor/violation';
import { Refused } from './refused';
import { toNumber } from './to-number';

export interface DoctorCommandDeps {
  readonly doctor: () => DoctorDeps;
  readonly print: (text: string) => void;
}

interface DoctorOptions {
  readonly mend: boolean;
  readonly drained: boolean;
  readonly quick: boolean;
  readonly grace: number;
  readonly accepted?: string;
}

const GRACE_SEC_MAX = 86_400;
const EXAMPLES = 5;

/** `drape doctor` */
export function addDoctor(program: Command, { doctor, print }: DoctorCommandDeps): void {
  program
    .command('doctor')
    .description('check rows and objects against all that is promised; exit status 1 where something is wrong')
    .option('--mend', 'give stuck try-ons a job or their end, and remove objects that nobody needs', false)
    .option('--drained', 'all work is done: nothing may be unfinished', false)
    .option('--quick', 'do not read the pictures to compare their SHA-256', false)
    .option('--grace <seconds>', 'how long workers may take to tidy up', (text) => toNumber(text, 0, GRACE_SEC_MAX), 60)
    .option('--accepted <file>', 'ids that were given out and not erased, a line each; every one must have a row')
    .action(async (o: DoctorOptions, command: Command) => {
      const { grace: graceSec, drained: isDrained, quick: isQuick } = o;
      const deps = doctor();
      const look = () => examine(deps, { graceSec, isDrained, isQuick, accepted: idsOf(o.accepted) });
      const found = await look();
      const acted = o.mend ? await mend(deps, found.violations) : [];
      const left = acted.length === 0 ? found : await look();
      const isJson = command.optsWithGlobals()['json'] === true;
      print(isJson ? JSON.stringify({ ...left, acted }) : asReport(left, acted));
      if (left.violations.length > 0) throw new ProblemsFound();
    });
}

/** Problems were found, and have been printed. */
export class ProblemsFound extends Refused {
  constructor() {
    super('');
  }
}

async function* idsOf(file: string | undefined): AsyncGenerator<string> {
  if (file === undefined) return;
  const lines = createInterface({ input: createReadStream(file) });
  try {
    for await (const line of lines) if (line.trim() !== '') yield line.trim();
  } catch (error) {
    throw new Refused(
      `--accepted: ${file} could not be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

function asReport({ rows, objects, pictures, violations, isCut }: Findings, acted: readonly Violation[]): string {
  const looked = `Looked at ${rows} try-ons and ${objects} objects, and read ${pictures} pictures.`;
  const mended = acted.length === 0 ? [] : [`Acted on ${acted.length}:`, ...listed(acted)];
  const verdict =
    violations.length === 0 ? ['All promises hold.'] : [`${violations.length} violations:`, ...listed(violations)];
  return [looked, ...mended, ...verdict, ...(isCut ? ['There are more; the examination broke off.'] : [])].join('\n');
}

function listed(violations: readonly Violation[]): string[] {
  const byKind = new Map<ViolationKind, Violation[]>();
  for (const one of violations) byKind.set(one.kind, [...(byKind.get(one.kind) ?? []), one]);
  return [...byKind].flatMap(([kind, some]) => [
    `  ${String(some.length).padStart(6)}  ${kind}: ${VIOLATIONS[kind]}`,
    ...some.slice(0, EXAMPLES).map(({ id, key }) => `          ${key ?? id}`),
  ]);
}

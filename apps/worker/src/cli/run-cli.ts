import { resolve } from 'node:path';
import { ServiceError } from '@drape/contracts';
import type { Models } from '@drape/models';
import { openModels } from './open-models';

/** Wrong usage: printed as a sentence, without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Resolves paths against the folder in which the command was typed; pnpm runs it elsewhere. */
export const fromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** The command's own arguments, without the "--" that pnpm passes on. */
export const ownArguments = (): string[] => process.argv.slice(2).filter((arg) => arg !== '--');

/** Runs a command and sets the exit code: what `command` returns, 2 for wrong usage, 1 where the pictures do not allow it, 70 for anything else. */
export function runCli(command: () => Promise<number>): void {
  // Usage errors may be thrown before there is a promise.
  Promise.resolve()
    .then(command)
    .then(
      (code) => {
        process.exitCode = code;
      },
      (error: unknown) => {
        process.exitCode = describeFailure(error);
      },
    );
}

function describeFailure(error: unknown): number {
  if (error instanceof UsageError || isParseArgsError(error)) {
    console.error(error.message);
    return 2;
  }
  if (error instanceof ServiceError) {
    console.error(`${error.code}: ${error.detail}`);
    return 1;
  }
  console.error(error);
  return 70;
}

/** node:util's parseArgs throws TypeErrors with these codes for unknown options. */
function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Opens the networks for `work` and closes them whatever happens. */
export async function withModels<T>(work: (models: Models) => Promise<T>): Promise<T> {
  const models = await openModels();
  try {
    return await work(models);
  } finally {
    await models.close();
  }
}

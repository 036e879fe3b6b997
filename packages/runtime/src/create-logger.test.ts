import { describe, expect, it } from '@jest/globals';
import { createLogger } from './create-logger';

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  write(createLogger({ name: 'test', destination }));
  return lines;
}

describe('createLogger', () => {
  it('writes scalars and the message', () => {
    const [line] = linesOf((log) => log.info({ port: 1, url: 'http://x' }, 'ready'));
    expect(line).toMatchObject({ level: 'info', name: 'test', port: 1, url: 'http://x', msg: 'ready' });
  });

  it('leaves out objects and buffers, hides secrets and cuts long strings', () => {
    const [line] = linesOf((log) =>
      log.info({ body: { userPhoto: 'x' }, bytes: Buffer.alloc(8), apiKey: 'drp_sk_1', text: 'a'.repeat(5_000) }, 'm'),
    );
    expect(line).toMatchObject({ body: '[left out]', bytes: '[left out]', apiKey: '[secret]' });
    expect(String(line?.['text'])).toHaveLength(2_000 + '… (5000 characters)'.length);
  });

  it('writes an error with its causes but without its own fields', () => {
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
      code: 'E_X',
      request: { key: 'k' },
    });
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(line?.['err']).toMatchObject({ type: 'Error', code: 'E_X', message: 'outer', cause: { message: 'inner' } });
    expect(JSON.stringify(line)).not.toContain('request');
  });
});

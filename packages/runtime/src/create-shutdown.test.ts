import { describe, expect, it } from '@jest/globals';
import { createShutdown } from './create-shutdown';

const silent = { info: () => undefined, error: () => undefined };

describe('createShutdown', () => {
  it('runs the steps in reverse order, once, and exits with 0', async () => {
    const events: (string | number)[] = [];
    const shutdown = createShutdown({ log: silent, exit: (code) => void events.push(code) });
    shutdown.add('database', async () => void events.push('database'));
    shutdown.add('server', () => void events.push('server'));
    await Promise.all([shutdown.run('SIGTERM'), shutdown.run('SIGTERM')]);
    expect(events).toEqual(['server', 'database', 0]);
  });

  it('continues after a step that fails, and exits with 1', async () => {
    const events: (string | number)[] = [];
    const shutdown = createShutdown({ log: silent, exit: (code) => void events.push(code) });
    shutdown.add('database', () => void events.push('database'));
    shutdown.add('server', () => Promise.reject(new Error('no')));
    await shutdown.run('SIGTERM');
    expect(events).toEqual(['database', 1]);
  });

  it('exits with 1 at the deadline when a step hangs', async () => {
    const code = await new Promise<number>((resolve) => {
      const shutdown = createShutdown({ log: silent, deadlineMs: 20, exit: resolve });
      shutdown.add('hangs', () => new Promise(() => undefined));
      void shutdown.run('SIGTERM');
    });
    expect(code).toBe(1);
  });
});

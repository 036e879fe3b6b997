import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, startServices, type TestGateway, type TestServices } from './harness';

/** Set before the first test of a file that calls `useGateway()`. */
export let services: TestServices;
export let gateway: TestGateway;
/** A secret key with all scopes, of an account of its own: `accountId`. */
export let key: string;
export let accountId: string;

/** Runs a gateway with services of its own for the tests of the calling file. `env` is added to its environment. */
export function useGateway(env: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    services = await startServices();
    gateway = await startGateway({ ...services.env, ...env });
    ({ key, accountId } = await services.createKey());
  });
  afterAll(async () => {
    await gateway?.stop();
    await services?.stop();
  });
}

/** A variable that jest's global setup exports. */
export function testVariable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run the tests with the root jest.config.mjs, without TEST_SERVICES=off.`);
  return value;
}

export function testRedisUrl(): string {
  return testVariable('TEST_REDIS_URL');
}

/** A name that no other test has: for queues, buckets and key prefixes. Lower-case letters and digits. */
export function testPrefix(): string {
  return `t${process.pid.toString(36)}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

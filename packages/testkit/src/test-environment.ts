/** What a program needs of the machine to run at all, to find its files, and to reach the package registry. */
const INHERITED = [
  ...['PATH', 'HOME', 'USER', 'SHELL', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'npm_config_registry', 'npm_config_cache'],
];

/**
 * The environment of a program that a test starts: a few of the machine's variables and what the test gives. Nothing else is
 * inherited, so neither a developer's settings nor the test runner's (FORCE_COLOR at a terminal) change what a program prints.
 */
export function testEnvironment(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...given };
}

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

/**
 * One jest for the whole repository. `@drape/*` resolves as it does in production: through node_modules links to each
 * package's dist, so `tsc -b` comes first (`npm test` does it). The services behind the tests are started once by globalSetup.
 */
const swc = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

export default {
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  testMatch: [
    '<rootDir>/packages/*/src/**/*.test.ts',
    '<rootDir>/packages/*/test/**/*.test.ts',
    '<rootDir>/apps/*/src/**/*.test.ts',
    '<rootDir>/apps/*/test/**/*.test.ts',
    '<rootDir>/scripts/**/*.test.ts',
    '<rootDir>/docker/**/*.test.ts',
    '<rootDir>/clients/**/*.test.ts',
  ],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/\\.drape/', '<rootDir>/\\.cache/'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  globalSetup: '<rootDir>/scripts/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/scripts/jest/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/jest/closing-line-reporter.mjs'],
  maxWorkers: '100%',
  testTimeout: 30_000,
};

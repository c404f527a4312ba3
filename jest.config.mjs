import { availableParallelism } from 'node:os';

// Tests import packages by name, so they exercise the built `dist` that users run; only the test files themselves are transformed.
const transform = {
  '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
};
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  // Test support files are TypeScript imported by the name they would have after a build.
  moduleNameMapper: {
    '^(\\.{1,2}/(?:(?:support|people)/)?[a-z0-9-]+)\\.js$': ['$1.ts', '$1.js'],
    '^fast-check$': '<rootDir>/scripts/jest/fast-check.mjs',
  },
  transformIgnorePatterns: ['/node_modules/', '/dist/'],
};
/** The servers that the services' tests share. */
const servers = {
  globalSetup: '<rootDir>/packages/stack/dist/jest-setup.js',
  globalTeardown: '<rootDir>/packages/stack/dist/jest-teardown.js',
};
/** Files share their worker's process and modules (decision 51). */
const shared = {
  transform: {},
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  testRunner: '<rootDir>/scripts/jest/runner.mjs',
};

const projects = [
  {
    ...shared,
    displayName: 'libraries',
    testMatch: [
      '<rootDir>/packages/{sigma,attack,advisory,fetch,cli,aws-sample,mail-catcher}/test/**/*.test.ts',
      '<rootDir>/deploy/test/**/*.test.ts',
    ],
  },
  {
    ...common,
    ...servers,
    displayName: 'services',
    testMatch: process.env['CHAOS']
      ? ['<rootDir>/services/*/test/**/*.chaos.ts']
      : ['<rootDir>/packages/{service,auth,stack}/test/**/*.test.ts', '<rootDir>/services/*/test/**/*.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', '<rootDir>/services/dashboard/test/browser/', '/test/processes/'],
  },
];
/** What starts, kills and stops whole processes and servers of its own (decision 54). */
const processes = {
  ...common,
  ...servers,
  displayName: 'processes',
  testMatch: ['<rootDir>/{packages,services}/*/test/processes/*.test.ts'],
};
/** Runs against a stack that is up (scripts/e2e.mjs), and so never together with the others. */
const endToEnd = {
  ...common,
  displayName: 'e2e',
  testMatch: ['<rootDir>/test-e2e/*.test.ts'],
  globalSetup: '<rootDir>/test-e2e/global-setup.mjs',
};
/** The dashboard's journeys, against the stack that scripts/test-browser.mjs has started. */
const browser = {
  ...common,
  displayName: 'browser',
  testMatch: ['<rootDir>/services/dashboard/test/browser/*.test.ts'],
};
const given = process.env['BROWSER_TESTS']
  ? [browser]
  : process.env['E2E']
    ? [endToEnd]
    : process.env['PROCESS_TESTS']
      ? [processes]
      : projects;

export default {
  // Only what never ends meets it: a test's verdict does not depend on how fast the machine is.
  testTimeout: 240_000,
  // Files run side by side, one more than there are processors up to four: much of a test is waiting for servers. Beyond four they would only wait
  // for the one Postgres that they share.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  testSequencer: '<rootDir>/scripts/jest/stacks-first.cjs',
  // Modules of finished files are never freed (Node keeps them): a worker that has grown is replaced by a new one.
  workerIdleMemoryLimit: '700MB',
  // Jest kills a worker that has not ended in this time, and says that it leaks. On a busy machine half a second, Jest's own, is too short
  // for a worker without anything open.
  workerGracefulExitTimeout: 20_000,
  projects: given,
};

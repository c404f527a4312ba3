import { availableParallelism } from 'node:os';

/**
 * How every test file runs: in its worker's process, whose modules it shares with the other files (decision 51). It imports packages by name, so it
 * exercises the built `dist` that users run; only the test files themselves are compiled (scripts/jest/typescript.mjs).
 */
const shared = {
  transform: {},
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  testRunner: '<rootDir>/scripts/jest/runner.mjs',
};
/** The servers that the services' tests share. */
const servers = {
  globalSetup: '<rootDir>/packages/stack/dist/jest-setup.js',
  globalTeardown: '<rootDir>/packages/stack/dist/jest-teardown.js',
};

/** What is depth rather than a guarantee of its own, which `npm run test:long` runs beside the rest of its folder (decision 54). */
const long = process.env.LONG_TESTS ? [] : ['\\.long\\.test\\.ts$'];

const projects = [
  {
    ...shared,
    displayName: 'libraries',
    testMatch: [
      '<rootDir>/packages/{sigma,attack,telemetry,advisory,fetch,cli,aws-sample,mail-catcher}/test/**/*.test.ts',
      '<rootDir>/deploy/test/**/*.test.ts',
      '<rootDir>/scripts/test/*.test.ts',
    ],
    testPathIgnorePatterns: ['/node_modules/', ...long],
  },
  {
    ...shared,
    ...servers,
    displayName: 'services',
    testMatch: ['<rootDir>/packages/{service,auth,stack}/test/**/*.test.ts', '<rootDir>/services/*/test/**/*.test.ts'],
    testPathIgnorePatterns: [
      '/node_modules/',
      '<rootDir>/services/dashboard/test/browser/',
      '/test/processes/',
      ...long,
    ],
  },
];
/** What starts, kills and stops whole processes and servers of its own, and what asks git, which `npm test` does not need (decision 54). */
const processes = {
  ...shared,
  ...servers,
  displayName: 'processes',
  testMatch: ['<rootDir>/{packages,services}/*/test/processes/*.test.ts', '<rootDir>/scripts/test/processes/*.test.ts'],
};
/** Scans that lose what they need at random (scripts/chaos-scans.mjs). */
const chaos = {
  ...shared,
  ...servers,
  displayName: 'chaos',
  testMatch: ['<rootDir>/services/*/test/**/*.chaos.ts'],
};
/** Runs against a stack that is up (scripts/e2e.mjs), and so never together with the others. */
const endToEnd = {
  ...shared,
  displayName: 'e2e',
  testMatch: ['<rootDir>/test-e2e/*.test.ts'],
  globalSetup: '<rootDir>/test-e2e/global-setup.mjs',
};
/** The dashboard's journeys, against the stack that scripts/test-browser.mjs has started. */
const browser = {
  ...shared,
  displayName: 'browser',
  testMatch: ['<rootDir>/services/dashboard/test/browser/*.test.ts'],
};
/** What makes the documents' pictures, on the stack that scripts/pictures.mjs has started. */
const pictures = {
  ...shared,
  displayName: 'pictures',
  testMatch: ['<rootDir>/services/dashboard/test/pictures/*.pictures.ts'],
};
/** The projects that each command but `npm test` runs, by the variable that its script sets. */
const others = { PICTURES: pictures, BROWSER_TESTS: browser, CHAOS: chaos, E2E: endToEnd, PROCESS_TESTS: processes };
// The pictures are made with what the browser suite is told of its stack, and without that suite.
const asked = Object.entries(others)
  .filter(([variable]) => process.env[variable])
  .slice(0, process.env.PICTURES ? 1 : undefined);

export default {
  // Only what never ends meets it: a test's verdict does not depend on how fast the machine is.
  testTimeout: 300_000,
  // Files run side by side, two more than there are processors up to four: much of a test is waiting for servers. Beyond four they would only wait
  // for the one Postgres that they share.
  maxWorkers: Math.min(4, availableParallelism() + 2),
  testSequencer: '<rootDir>/scripts/jest/sequencer.cjs',
  // Modules of finished files are never freed (Node keeps them): a worker that has grown is replaced by a new one.
  workerIdleMemoryLimit: '700MB',
  // Jest kills a worker that has not ended in this time, and says that it leaks. On a busy machine half a second, Jest's own, is too short
  // for a worker without anything open.
  workerGracefulExitTimeout: 20_000,
  projects: asked.length === 0 ? projects : asked.map(([, project]) => project),
};

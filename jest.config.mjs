// Tests import packages by name, so they exercise the built `dist` that users run; only the test files themselves are transformed.
const transform = {
  '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
};
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  transformIgnorePatterns: ['/node_modules/', '/dist/'],
};

export default {
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'libraries',
      testMatch: ['<rootDir>/packages/{sigma,attack,advisory,cli}/test/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'services',
      testMatch: [
        '<rootDir>/packages/{service,auth,stack}/test/**/*.test.ts',
        '<rootDir>/services/*/test/**/*.test.ts',
        '<rootDir>/test-e2e/**/*.test.ts',
      ],
      globalSetup: '<rootDir>/packages/stack/dist/jest-setup.js',
      globalTeardown: '<rootDir>/packages/stack/dist/jest-teardown.js',
    },
  ],
};

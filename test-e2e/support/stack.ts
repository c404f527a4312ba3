/** Addresses and keys of the stack under test. The suite knows nothing else of it. README.md explains each. */
export interface Stack {
  readonly rulesUrl: string;
  /** With the API's prefix. */
  readonly coverageUrl: string;
  readonly coverageDocumentUrl: string;
  readonly adminToken: string;
  readonly mailUrl: string;
  readonly awsSampleUrl: string;
  readonly advisoryUrl: string;
}

/** The stack that the environment names; scripts/e2e.mjs has checked the variables. */
export const stack: Stack = {
  rulesUrl: base('RULES_URL'),
  coverageUrl: base('COVERAGE_URL'),
  coverageDocumentUrl: process.env['COVERAGE_DOCUMENT_URL'] || new URL('/openapi.json', base('COVERAGE_URL')).href,
  adminToken: setting('ADMIN_TOKEN'),
  mailUrl: base('MAIL_URL'),
  awsSampleUrl: base('AWS_SAMPLE_URL'),
  advisoryUrl: setting('ADVISORY_URL'),
};

function base(name: string): string {
  return setting(name).replace(/\/+$/, '');
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this suite with npm run e2e (test-e2e/README.md)`);
  return value;
}

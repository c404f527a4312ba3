import type { Operation } from '@tripline/service';

/** Which credential an operation takes: an API key or the dashboard's JWT (`any`), or the JWT alone. */
export type CoverageCredential = 'any' | 'jwt';

/** One operation of this service. */
export type CoverageOperation = Operation<CoverageCredential>;

import type { Operation } from '@tripline/service';

/** The credential an operation accepts: an API key or the dashboard's JWT (`any`), or only the JWT. */
export type CoverageCredential = 'any' | 'jwt';

/** One operation of this service. */
export type CoverageOperation = Operation<CoverageCredential>;

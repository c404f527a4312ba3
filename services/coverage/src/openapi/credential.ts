import type { KeyScope } from '@tripline/auth';
import { type Described, type Operation, operationsById } from '@tripline/service';

/** The credential an operation accepts: an API key or the dashboard's JWT (`any`), or only the JWT. */
export type CoverageCredential = 'any' | 'jwt';

/** One operation of this service. One that takes API keys says which scope a key needs for it. */
export type CoverageOperation =
  | (Operation<'any'> & { readonly scope: KeyScope })
  | (Operation<'jwt'> & { readonly scope?: never });

/** Operations of this service by their ids. */
export const describeOperations = <const T extends Readonly<Record<string, Described<CoverageOperation>>>>(
  described: T,
) => operationsById(described);

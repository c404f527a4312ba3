import type { KeyScope } from '@tripline/auth';
import { type Described, type Operation, operationsById } from '@tripline/service';

/** Which credential an operation takes: `none`, a JWT, an API key or JWT (`any`), or the operator's admin token. */
export type RulesCredential = 'none' | 'jwt' | 'any' | 'admin';

/** One operation of this service. One that takes API keys says which scope a key needs for it. */
export type RulesOperation =
  | (Operation<'any'> & { readonly scope: KeyScope })
  | (Operation<Exclude<RulesCredential, 'any'>> & { readonly scope?: never });

/** Operations of this service by their ids. */
export const describeOperations = <const T extends Readonly<Record<string, Described<RulesOperation>>>>(described: T) =>
  operationsById(described);

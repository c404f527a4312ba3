import type { Operation } from '@tripline/service';

/** Which credential an operation takes: `none`, a JWT, an API key or JWT (`any`), or the operator's admin token. */
export type RulesCredential = 'none' | 'jwt' | 'any' | 'admin';

/** One operation of this service. */
export type RulesOperation = Operation<RulesCredential>;

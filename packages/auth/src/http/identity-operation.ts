import { type Described, type Operation, operationsById } from '@tripline/service';

/** Which credential an operation on identity takes: `none`, a JWT, or the operator's admin token. None of them takes an API key. */
export type IdentityCredential = 'none' | 'jwt' | 'admin';

/** Operations on identity by their ids. */
export const describeOperations = <
  const T extends Readonly<Record<string, Described<Operation<IdentityCredential>> & { readonly scope?: never }>>,
>(
  described: T,
) => operationsById(described);

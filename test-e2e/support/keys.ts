import type { Cleanup } from './cleanup.js';
import { type Credential, call } from './http.js';
import { stack } from './stack.js';

/** An API key as its maker sees it when it is made. */
export interface MadeKey {
  readonly key: string;
  readonly prefix: string;
}

type Holder = { readonly session: Credential };

/** Both services use the same keys. The rules service manages them for tiers from `pro`, the coverage service from `individual`. */
const KEYS = { rules: `${stack.rulesUrl}/v1/api-keys`, coverage: `${stack.coverageUrl}/keys` };

/** Makes an API key, for everything unless it is given scopes. It is revoked after the tests. */
export async function makeKey(
  holder: Holder,
  at: keyof typeof KEYS,
  cleanup: Cleanup,
  scopes?: readonly string[],
): Promise<MadeKey> {
  const body = { name: 'e2e', ...(scopes === undefined ? {} : { scopes }) };
  const answer = (await call('POST', KEYS[at], { as: holder.session, body })).json();
  const made: MadeKey = at === 'rules' ? answer.data : answer;
  cleanup.add(() => revokeKey(holder, made.prefix, at));
  return made;
}

/** Revokes a key. A key that is gone, or whose holder may no longer manage keys, is ignored. */
export async function revokeKey({ session }: Holder, prefix: string, at: keyof typeof KEYS = 'rules'): Promise<void> {
  await call('DELETE', `${KEYS[at]}/${prefix}`, { as: session }).catch((fault: Error) => {
    if (!/answered (401|403|404)/.test(fault.message)) throw fault;
  });
}

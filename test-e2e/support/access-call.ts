import type { AccessCaller } from './access-cast.js';
import { ACCESS_REQUESTS, type AccessRequest, type Fresh } from './access-requests.js';
import type { AccessRow } from './access-table.js';
import type { Cleanup } from './cleanup.js';
import { bearer, type Credential, send } from './http.js';
import { stack } from './stack.js';

/** What the paths of each service's document begin with. */
const BASES: Readonly<Record<string, string>> = { rules: stack.rulesUrl, coverage: stack.coverageUrl };

/** How an operation is asked for. @throws Error for one that access-requests.ts does not know */
export function requestOf({ operation }: Pick<AccessRow, 'operation'>): AccessRequest {
  const request = ACCESS_REQUESTS[operation];
  if (request === undefined) throw new Error(`access-requests.ts does not know ${operation}`);
  return request;
}

/** Sends a caller's request for an operation, naming things that exist. @returns the status */
export async function callAs(
  caller: AccessCaller,
  row: AccessRow,
  expected: number,
  cleanup: Cleanup,
): Promise<number> {
  const request = requestOf(row);
  const needsFresh = request.freshFor?.includes(expected) ?? expected < 400;
  const fresh: Fresh = needsFresh ? ((await request.fresh?.(caller, cleanup)) ?? {}) : {};
  const body = fresh.body ?? (await request.body?.(caller));
  const answer = await ask(caller, row, fresh.id, body);
  await fresh.done?.();
  if (answer.status < 400) await request.after?.(caller, answer);
  return answer.status;
}

/** The same with a body that is no JSON. */
export async function callBroken(caller: AccessCaller, row: AccessRow): Promise<number> {
  return (await ask(caller, row, undefined, '{')).status;
}

async function ask(caller: AccessCaller, { operation, service }: AccessRow, freshId?: string, body?: object | string) {
  const request = requestOf({ operation });
  const [method = '', path = ''] = operation.split(' ');
  const id = freshId ?? (await request.id?.(caller));
  // Of a rule every caller names the first version.
  const named = path.replace('{version}', '1');
  const url = `${BASES[service]}${id === undefined ? named : named.replace(/\{\w+\}/, id)}${request.query?.(caller) ?? ''}`;
  if (url.includes('{')) throw new Error(`access-requests.ts does not know what ${path} names`);
  return send(method, url, { as: credentialFor(service, caller.shown), ...(body === undefined ? {} : { body }) });
}

/** The rules service takes keys where it takes tokens. */
const credentialFor = (service: string, shown: Credential): Credential =>
  shown.kind === 'key' && service === 'rules' ? bearer(shown.value) : shown;

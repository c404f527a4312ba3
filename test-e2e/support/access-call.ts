import type { AccessCaller } from './access-cast.js';
import type { AccessRequest, Fresh } from './access-request.js';
import { ACCESS_REQUESTS } from './access-requests.js';
import type { AccessRow } from './access-table.js';
import type { Cleanup } from './cleanup.js';
import { bearer, type Credential, send } from './http.js';
import { stack } from './stack.js';

/** The base address of each service's paths. */
const BASES: Readonly<Record<string, string>> = { rules: stack.rulesUrl, coverage: stack.coverageUrl };

/** Gives how to request an operation. @throws Error for an operation that access-requests.ts does not have */
export function requestOf({ operation }: Pick<AccessRow, 'operation'>): AccessRequest {
  const request = ACCESS_REQUESTS[operation];
  if (request === undefined) throw new Error(`access-requests.ts does not know ${operation}`);
  return request;
}

/** Sends a caller's request for an operation, with ids of existing things. @returns the status */
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

/** Sends the same request with a body that is not JSON. */
export async function callBroken(caller: AccessCaller, row: AccessRow): Promise<number> {
  return (await ask(caller, row, undefined, '{')).status;
}

async function ask(
  caller: AccessCaller,
  { operation, service }: AccessRow,
  freshId?: Fresh['id'],
  body?: object | string,
) {
  const request = requestOf({ operation });
  const [method = '', path = ''] = operation.split(' ');
  const id = freshId ?? (await request.id?.(caller));
  // For rules, every caller names the first version.
  const ids = id === undefined ? [] : [id].flat();
  const named = ids.reduce((left, each) => left.replace(/\{\w+\}/, each), path.replace('{version}', '1'));
  const url = `${BASES[service]}${named}${request.query?.(caller) ?? ''}`;
  if (url.includes('{')) throw new Error(`access-requests.ts does not know what ${path} names`);
  return send(method, url, { as: credentialFor(service, caller.shown), ...(body === undefined ? {} : { body }) });
}

/** The rules service accepts keys in the same header as tokens. */
const credentialFor = (service: string, shown: Credential): Credential =>
  shown.kind === 'key' && service === 'rules' ? bearer(shown.value) : shown;

import type { AccountAnswer, CoverageAnswer, GapAnswer, ScanAnswer, ScanResultsAnswer } from './answers.js';
import { reach } from './reach.js';

/** The coverage service's refusal of a call, in its own words. */
export class CoverageRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'CoverageRefusal';
  }
}

/** What narrows a list of gaps. */
export interface GapFilter {
  readonly limit: number;
  readonly priority?: string | undefined;
  readonly includePartial?: boolean | undefined;
}

/**
 * The coverage service for one API key. Every call throws a {@link CoverageRefusal} when the service refuses it, and an `UnreachableError` when it
 * cannot be reached.
 */
export interface CoverageClient {
  accounts(): Promise<readonly AccountAnswer[]>;
  addAccount(body: { name: string; provider: string; external_account_id: string }): Promise<AccountAnswer>;
  /** Sets the role to assume. */
  connect(accountId: string, roleArn: string): Promise<AccountAnswer>;
  verify(accountId: string): Promise<{ readonly status: string; readonly detail: string }>;
  /** @param regions null: the account's own choice */
  startScan(accountId: string, regions: readonly string[] | null): Promise<{ readonly id: string }>;
  scan(scanId: string): Promise<ScanAnswer>;
  scanResults(scanId: string): Promise<ScanResultsAnswer>;
  coverage(accountId: string): Promise<CoverageAnswer>;
  gaps(accountId: string, filter: GapFilter): Promise<{ readonly gaps: readonly GapAnswer[]; readonly total: number }>;
  /** An ATT&CK Navigator layer. */
  navigator(accountId: string): Promise<object>;
}

/** What the client needs of `fetch`. */
export type Send = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>;

/**
 * A client of the service at `baseUrl`, which ends with the API's prefix (`…/api/v1/public`).
 * @param send sends each request; Node's own `fetch`, which knows no proxy, unless given
 */
export function createCoverageClient(baseUrl: string, apiKey: string, send: Send = fetch): CoverageClient {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const { ok, status, text } = await reach(baseUrl, async () => {
      const answer = await send(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { ok: answer.ok, status: answer.status, text: await answer.text() };
    });
    if (!ok) throw new CoverageRefusal(status, detailOf(text) ?? `it answered ${status}`);
    return JSON.parse(text) as T;
  };
  return {
    accounts: async () => (await call<{ accounts: AccountAnswer[] }>('GET', '/accounts?limit=200')).accounts,
    addAccount: (body) => call('POST', '/accounts', body),
    connect: (id, roleArn) => call('PATCH', `/accounts/${id}`, { role_arn: roleArn }),
    verify: (id) => call('POST', `/accounts/${id}/verify`),
    startScan: (id, regions) => call('POST', `/accounts/${id}/scans`, { regions }),
    scan: (id) => call('GET', `/scans/${id}`),
    scanResults: (id) => call('GET', `/scans/${id}/results`),
    coverage: (id) => call('GET', `/accounts/${id}/coverage`),
    gaps: (id, { includePartial, limit, priority }) => {
      const query = new URLSearchParams({ limit: String(limit) });
      if (priority !== undefined) query.set('priority', priority);
      if (includePartial) query.set('include_partial', 'true');
      return call('GET', `/accounts/${id}/coverage/gaps?${query}`);
    },
    navigator: (id) => call('GET', `/accounts/${id}/coverage/navigator`),
  };
}

/** The `detail` of an error body. */
function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

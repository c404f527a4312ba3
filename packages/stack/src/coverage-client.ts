/** A caller of the local coverage service: only what `npm start` needs of it. */

/** A cloud account, as far as it is shown. */
export interface ShownAccount {
  readonly id: string;
  readonly name: string;
  readonly external_account_id: string;
  readonly status: string;
  readonly connection: { readonly external_id: string; readonly role_arn: string | null };
}

/** A scan, as far as it is shown. */
export interface ShownScan {
  readonly id: string;
  readonly status: string;
  readonly progress_percent: number;
  readonly current_step: string;
  readonly regions: readonly string[];
  readonly detections_found: number;
  readonly errors: readonly { readonly service: string; readonly region: string | null; readonly message: string }[];
}

/** An account's coverage, as far as it is shown. */
export interface ShownCoverage {
  readonly total_techniques: number;
  readonly covered_techniques: number;
  readonly partial_techniques: number;
  readonly uncovered_techniques: number;
  readonly coverage_percent: number;
  readonly attack_version: string;
  readonly by_tactic: readonly {
    readonly name: string;
    readonly total: number;
    readonly covered: number;
    readonly partial: number;
  }[];
}

/** A gap, as far as it is shown. */
export interface ShownGap {
  readonly technique_id: string;
  readonly name: string;
  readonly priority: string;
  readonly suggested_detections: readonly string[];
}

/** The coverage service's answers for one API key. Every call throws with the service's own words when it refuses. */
export interface CoverageClient {
  accounts(): Promise<readonly ShownAccount[]>;
  addAccount(body: { name: string; provider: string; external_account_id: string }): Promise<ShownAccount>;
  connect(accountId: string, roleArn: string): Promise<ShownAccount>;
  verify(accountId: string): Promise<{ readonly status: string; readonly detail: string }>;
  startScan(accountId: string): Promise<{ readonly id: string }>;
  scan(scanId: string): Promise<ShownScan>;
  coverage(accountId: string): Promise<ShownCoverage>;
  gaps(accountId: string, limit: number): Promise<readonly ShownGap[]>;
}

/** A client of the service at `baseUrl`, which ends with the API's prefix. */
export function createCoverageClient(baseUrl: string, apiKey: string): CoverageClient {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const data = (await answer.json()) as T & { detail?: string };
    if (!answer.ok) throw new Error(`the coverage service answered ${answer.status}: ${data.detail ?? 'no reason'}`);
    return data;
  };
  return {
    accounts: async () => (await call<{ accounts: ShownAccount[] }>('GET', '/accounts?limit=200')).accounts,
    addAccount: (body) => call('POST', '/accounts', body),
    connect: (id, roleArn) => call('PATCH', `/accounts/${id}`, { role_arn: roleArn }),
    verify: (id) => call('POST', `/accounts/${id}/verify`),
    startScan: (id) => call('POST', `/accounts/${id}/scans`, { regions: null }),
    scan: (id) => call('GET', `/scans/${id}`),
    coverage: (id) => call('GET', `/accounts/${id}/coverage`),
    gaps: async (id, limit) =>
      (await call<{ gaps: ShownGap[] }>('GET', `/accounts/${id}/coverage/gaps?limit=${limit}`)).gaps,
  };
}

import type {
  AccountAnswer,
  CoverageAnswer,
  GapAnswer,
  OrganizationCoverageAnswer,
  ScanAnswer,
  ScanResultsAnswer,
  SiemAnswer,
  SiemDriftAnswer,
  SiemImportAnswer,
  SiemOverlapAnswer,
  SiemRulesAnswer,
} from './answers.js';
import { withoutFinalSlashes } from './base-url.js';
import type { operations, paths } from './generated/coverage-api.js';
import { reach } from './reach.js';
import { createTypedClient, type Outcome } from './typed-client.js';

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
interface GapFilter {
  readonly limit: number;
  readonly priority?: GapAnswer['priority'] | undefined;
  readonly includePartial?: boolean | undefined;
}

/** What narrows a list of a SIEM's rules, and which page of it is asked for. */
export type SiemRuleFilter = Omit<NonNullable<operations['listSiemRules']['parameters']['query']>, 'format'>;

/** A file that a SIEM exported, and whether its rules replace those of the SIEM here. */
interface SiemImport {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly apply: boolean;
}

/**
 * The coverage service for one API key. Every call throws a {@link CoverageRefusal} when the service refuses it, and an `UnreachableError` when it
 * cannot be reached.
 */
export interface CoverageClient {
  accounts(): Promise<readonly AccountAnswer[]>;
  addAccount(body: NewAccount): Promise<AccountAnswer>;
  /** Sets the role to assume. */
  connect(accountId: string, roleArn: string): Promise<AccountAnswer>;
  verify(accountId: string): Promise<{ readonly status: AccountAnswer['status']; readonly detail: string }>;
  /** @param regions null: the account's own choice */
  startScan(accountId: string, regions: readonly string[] | null): Promise<{ readonly id: string }>;
  scan(scanId: string): Promise<ScanAnswer>;
  scanResults(scanId: string): Promise<ScanResultsAnswer>;
  coverage(accountId: string): Promise<CoverageAnswer>;
  gaps(accountId: string, filter: GapFilter): Promise<{ readonly gaps: readonly GapAnswer[]; readonly total: number }>;
  /** An ATT&CK Navigator layer. */
  navigator(accountId: string): Promise<object>;
  /** A report as an HTML page; with `at` (ISO 8601) as of that time. */
  report(accountId: string, at?: string): Promise<string>;
  /** Reads the organisation that an account manages and adds its accounts, each with a role of this name; gives the organisation's id. */
  readOrganization(accountId: string, roleName: string): Promise<string>;
  /** The external id that the role of each of its accounts demands. */
  organizationExternalId(organizationId: string): Promise<string>;
  /** Gives the scans that were started. */
  scanOrganization(organizationId: string): Promise<readonly string[]>;
  organizationCoverage(organizationId: string): Promise<OrganizationCoverageAnswer>;
  siems(): Promise<readonly SiemAnswer[]>;
  addSiem(body: NewSiem): Promise<SiemAnswer>;
  /** Shows what the file changes, or makes the changes. */
  importRules(siemId: string, file: SiemImport): Promise<SiemImportAnswer>;
  /** The same of what a connected SIEM answers; the service asks it, as long as LIMIT_SIEM_SECONDS allows. */
  importFromConnection(siemId: string, apply: boolean): Promise<SiemImportAnswer>;
  /** A page of a SIEM's rules by name, 200 at most, with how many there are with each answer, reason and reading. */
  siemRules(siemId: string, filter: SiemRuleFilter): Promise<SiemRulesAnswer>;
  /** For each rule, 50 at most, those of one's SIEMs that notice the same; `events` are such that it matches. */
  siemOverlap(
    rules: readonly { readonly sigma: string; readonly events: readonly object[] }[],
  ): Promise<SiemOverlapAnswer['rules']>;
  /** For each text of Sigma, 50 at most, what became of its rules in one's SIEMs. */
  siemDrift(texts: readonly string[]): Promise<SiemDriftAnswer['rules']>;
}

/** What an account is added with. */
type NewAccount = operations['createAccount']['requestBody']['content']['application/json'];

/** What a SIEM is added with. */
type NewSiem = operations['createSiem']['requestBody']['content']['application/json'];

/** Sends a request and gives its answer, as Node's `fetch` does. */
export type Send = (request: Request) => Promise<Response>;

/**
 * A client of the service at `baseUrl`, which ends with the API's prefix (`…/api/v1/public`).
 * @param send sends each request; Node's own `fetch`, which knows no proxy, unless given
 */
export function createCoverageClient(baseUrl: string, apiKey: string, send: Send = fetch): CoverageClient {
  const api = createTypedClient<paths>({
    baseUrl: withoutFinalSlashes(baseUrl),
    headers: { 'x-api-key': apiKey },
    fetch: send,
  });
  /** Operations that also give a file are asked for JSON, so that no answer is text. */
  const answered = async <T extends object>(call: () => Promise<Outcome<T | string>>): Promise<T> => {
    const { data, error, response } = await reach(baseUrl, call);
    if (data === undefined || typeof data === 'string')
      throw new CoverageRefusal(response.status, detailOf(error) ?? `it answered ${response.status}`);
    return data;
  };
  const account = (id: string) => ({ params: { path: { id } } });
  return {
    accounts: async () => (await answered(() => api.GET('/accounts', { params: { query: { limit: 200 } } }))).accounts,
    addAccount: (body) => answered(() => api.POST('/accounts', { body })),
    connect: (id, roleArn) =>
      answered(() => api.PATCH('/accounts/{id}', { ...account(id), body: { role_arn: roleArn } })),
    verify: (id) => answered(() => api.POST('/accounts/{id}/verify', account(id))),
    startScan: (id, regions) =>
      answered(() => api.POST('/accounts/{id}/scans', { ...account(id), body: { regions: regions && [...regions] } })),
    scan: (id) => answered(() => api.GET('/scans/{id}', account(id))),
    scanResults: (id) => answered(() => api.GET('/scans/{id}/results', account(id))),
    readOrganization: async (id, roleName) => {
      const body = { role_name: roleName };
      return (await answered(() => api.POST('/accounts/{id}/organization', { ...account(id), body }))).organization.id;
    },
    organizationExternalId: async (id) =>
      (await answered(() => api.GET('/organizations/{id}/role', account(id)))).external_id,
    scanOrganization: async (id) => (await answered(() => api.POST('/organizations/{id}/scans', account(id)))).scan_ids,
    organizationCoverage: (id) => answered(() => api.GET('/organizations/{id}/coverage', account(id))),
    coverage: (id) => answered(() => api.GET('/accounts/{id}/coverage', account(id))),
    gaps: (id, { includePartial, limit, priority }) => {
      const query = {
        limit,
        ...(priority === undefined ? {} : { priority }),
        ...(includePartial ? { include_partial: true } : {}),
      };
      return answered(() => api.GET('/accounts/{id}/coverage/gaps', { params: { path: { id }, query } }));
    },
    navigator: (id) => answered(() => api.GET('/accounts/{id}/coverage/navigator', account(id))),
    async report(id, at) {
      const query = at === undefined ? {} : { at };
      const { data, error, response } = await reach(baseUrl, () =>
        api.GET('/accounts/{id}/coverage/report', { params: { path: { id }, query }, parseAs: 'text' }),
      );
      if (data !== undefined) return data;
      throw new CoverageRefusal(response.status, detailOf(error) ?? `it answered ${response.status}`);
    },
    siems: async () => (await answered(() => api.GET('/siems', { params: { query: { limit: 200 } } }))).siems,
    addSiem: (body) => answered(() => api.POST('/siems', { body })),
    async importRules(id, { apply, bytes, name }) {
      const url = new URL(`${withoutFinalSlashes(baseUrl)}/siems/${id}/import`);
      url.searchParams.set('file', name);
      url.searchParams.set('apply', String(apply));
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/octet-stream' };
      const response = await reach(baseUrl, () => send(new Request(url, { method: 'POST', headers, body: bytes })));
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.ok && typeof answer === 'object') return answer as SiemImportAnswer;
      throw new CoverageRefusal(response.status, detailOf(answer) ?? `it answered ${response.status}`);
    },
    importFromConnection: (id, apply) =>
      answered(() => api.POST('/siems/{id}/connection/import', { params: { path: { id }, query: { apply } } })),
    siemRules: (id, query) => answered(() => api.GET('/siems/{id}/rules', { params: { path: { id }, query } })),
    siemOverlap: async (rules) => {
      const body = {
        rules: rules.map(({ events, sigma }) => ({ sigma, events: events.map((event) => ({ ...event })) })),
      };
      return (await answered(() => api.POST('/siems/overlap', { body }))).rules;
    },
    siemDrift: async (texts) => {
      const body = { rules: texts.map((sigma) => ({ sigma })) };
      return (await answered(() => api.POST('/siems/drift', { body }))).rules;
    },
  };
}

/** The `detail` of an error body. */
function detailOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('detail' in error)) return undefined;
  return typeof error.detail === 'string' ? error.detail : undefined;
}

import { ApiError } from '../../api/api-error.js';
import { coverage, coverageData, rules, rulesData } from '../../api/clients.js';

/** A thing of somebody's own, as the APIs answer it. */
export interface OwnThing {
  readonly kind: string;
  readonly data: unknown;
}

/** What one call brings of a list. */
const MOST = 100;

/**
 * All that is somebody's own and not their team's: profile, keys (without secrets), SIEMs that they chose, pipelines, rules with every version, reports with their documents,
 * cloud accounts with scans, detections and decisions, SIEMs with their rules, webhooks. One after the other; it waits where the limit of calls is reached.
 * @throws ApiError when a service fails
 */
export async function* ownData(): AsyncGenerator<OwnThing> {
  yield { kind: 'profile', data: await patiently(() => rulesData(rules.GET('/v1/me'))) };
  yield { kind: 'chosen-siems', data: await patiently(() => rulesData(rules.GET('/v1/me/siems'))) };
  yield* each('api-key', (await ifThere(() => rulesData(rules.GET('/v1/api-keys'))))?.keys);
  yield* each('webhook', (await ifThere(() => rulesData(rules.GET('/v1/webhooks'))))?.webhooks);
  yield* ownPipelines();
  yield* ownRules();
  yield* ownReports();
  yield* ownAccounts();
  yield* ownSiems();
  yield* each('coverage-key', (await ifThere(() => coverageData(coverage.GET('/keys'))))?.keys);
  yield* each('coverage-webhook', (await ifThere(() => coverageData(coverage.GET('/webhooks'))))?.webhooks);
}

function* each(kind: string, all: readonly unknown[] = []): Generator<OwnThing> {
  for (const data of all) yield { kind, data };
}

/** Asks again once the limit of calls lets it. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === undefined) throw error;
      const { retryAfter } = error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    }
  }
}

/** Undefined for what a tier does not have, or what was deleted meanwhile. */
async function ifThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await patiently(ask);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

/** A list of the rules service, whole. */
async function* byCursor<T>(
  read: (query: {
    limit: number;
    cursor?: string;
  }) => Promise<{ readonly rows: readonly T[]; readonly next: string | null }>,
): AsyncGenerator<T> {
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const from = cursor === undefined ? {} : { cursor };
    const { next, rows } = await patiently(() => read({ limit: MOST, ...from }));
    yield* rows;
    cursor = next;
  }
}

/** A list of the coverage service, whole; none where the tier has no coverage. */
async function* byOffset<T>(
  read: (query: { limit: number; offset: number }) => Promise<{ readonly rows: readonly T[]; readonly total: number }>,
): AsyncGenerator<T> {
  for (let offset = 0; ; ) {
    const page = await ifThere(() => read({ limit: MOST, offset }));
    if (page === undefined) return;
    yield* page.rows;
    offset += page.rows.length;
    if (page.rows.length === 0 || offset >= page.total) return;
  }
}

async function* ownPipelines(): AsyncGenerator<OwnThing> {
  const { pipelines } = await patiently(() => rulesData(rules.GET('/v1/pipelines')));
  for (const { id, owner } of pipelines) {
    if (owner !== 'user') continue;
    const data = await ifThere(() => rulesData(rules.GET('/v1/pipelines/{id}', { params: { path: { id } } })));
    if (data !== undefined) yield { kind: 'pipeline', data };
  }
}

async function* ownRules(): AsyncGenerator<OwnThing> {
  const rows = byCursor(async (query) => {
    const page = await rulesData(rules.GET('/v1/rules', { params: { query: { ...query, owner: 'user' } } }));
    return { rows: page.rules, next: page.nextCursor };
  });
  for await (const { ruleKey: key } of rows) {
    const query = { owner: 'user' } as const;
    const data = await ifThere(() => rulesData(rules.GET('/v1/rules/{key}', { params: { path: { key }, query } })));
    if (data === undefined) continue;
    yield { kind: 'rule', data };
    const newest = Math.max(...data.versions.map(({ version }) => version));
    for (const { version } of data.versions) {
      // It is in the rule itself.
      if (version === newest) continue;
      const path = { key, version };
      const old = await ifThere(() =>
        rulesData(rules.GET('/v1/rules/{key}/versions/{version}', { params: { path, query } })),
      );
      if (old !== undefined) yield { kind: 'rule-version', data: old };
    }
  }
}

async function* ownReports(): AsyncGenerator<OwnThing> {
  const rows = byCursor(async (query) => {
    const page = await rulesData(rules.GET('/v1/generations', { params: { query } }));
    return { rows: page.generations, next: page.nextCursor };
  });
  for await (const { id } of rows) {
    const params = { path: { id } };
    const data = await ifThere(() => rulesData(rules.GET('/v1/generations/{id}', { params })));
    if (data !== undefined) yield { kind: 'report', data };
    const text = await ifThere(() => rulesData(rules.GET('/v1/generations/{id}/document', { params })));
    if (text !== undefined) yield { kind: 'document', data: { generationId: id, ...text } };
  }
}

async function* ownAccounts(): AsyncGenerator<OwnThing> {
  const accounts = byOffset(async (query) => {
    const page = await coverageData(coverage.GET('/accounts', { params: { query: { ...query, owner: 'user' } } }));
    return { rows: page.accounts, total: page.total };
  });
  for await (const account of accounts) {
    yield { kind: 'cloud-account', data: account };
    yield* ofAccount(account.id);
  }
}

async function* ofAccount(id: string): AsyncGenerator<OwnThing> {
  const path = { id };
  const scans = await ifThere(() =>
    coverageData(coverage.GET('/accounts/{id}/scans', { params: { path, query: { limit: MOST } } })),
  );
  yield* each('scan', scans?.scans);
  const detections = byOffset(async ({ limit, offset }) => {
    const query = { page: offset / limit + 1, page_size: limit };
    const page = await coverageData(coverage.GET('/accounts/{id}/detections', { params: { path, query } }));
    return { rows: page.detections, total: page.total };
  });
  for await (const data of detections) yield { kind: 'detection', data };
  const exclusions = byOffset(async (query) => {
    const page = await coverageData(coverage.GET('/accounts/{id}/exclusions', { params: { path, query } }));
    return { rows: page.exclusions, total: page.total };
  });
  for await (const data of exclusions) yield { kind: 'exclusion', data };
  const overrides = byOffset(async (query) => {
    const page = await coverageData(coverage.GET('/accounts/{id}/overrides', { params: { path, query } }));
    return { rows: page.overrides, total: page.total };
  });
  for await (const data of overrides) yield { kind: 'override', data };
}

async function* ownSiems(): AsyncGenerator<OwnThing> {
  const siems = byOffset(async (query) => {
    const page = await coverageData(coverage.GET('/siems', { params: { query } }));
    return { rows: page.siems, total: page.total };
  });
  for await (const siem of siems) {
    if (siem.team_id !== null) continue;
    yield { kind: 'siem', data: siem };
    const found = byOffset(async ({ limit, offset }) => {
      const params = { path: { id: siem.id }, query: { page: offset / limit + 1, page_size: limit } };
      const page = await coverageData(coverage.GET('/siems/{id}/rules', { params }));
      return { rows: page.rules, total: page.total };
    });
    for await (const data of found) yield { kind: 'siem-rule', data };
  }
}

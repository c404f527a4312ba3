import { createHash } from 'node:crypto';
import { madeBy, type OwnerKind, type OwnerScope, ownedBy, ownerId, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { isChosen } from '../conversion/choose-settings.js';
import { DECISION_COLUMNS, type DecisionColumns, toDecision } from '../rule/rule-decision.js';
import {
  MOST_VERSIONS,
  ownerKindOf,
  type RuleSummary,
  type SavedVersion,
  type StoredVersion,
} from '../rule/rule-model.js';
import { type RuleState, type SavedContent, wholeContent } from '../rule/rule-resource.js';
import { MADE_WITH, type MadeWithRow, STALE, toMark } from '../rule/rule-row.js';
import type { Cursor } from '../store/cursor.js';
import type { GeneratedStanding, Generation, NotKept, StoredDocument } from './generation-model.js';
import type { GenerationSource } from './generation-resource.js';

interface GenerationRow {
  id: string;
  created_by: string;
  owner_id: string;
  created_at: Date;
  input_type: GenerationSource['inputType'];
  url: string | null;
  final_url: string | null;
  title: string;
  published_at: string | null;
  content_type: string;
  sha256: string;
  fetched_at: Date;
  options: Generation['options'];
  engine_version: string;
  unchanged_since: Date | null;
  techniques: Generation['techniques'];
  indicators: Generation['indicators'];
  skipped: Generation['skipped'];
  stats: Generation['stats'];
}

/** When the scope's owner read a document before. */
export interface FirstReadings {
  /** The same bytes, or whatever its address gave then. Undefined when never. */
  readonly first?: Date;
  /**
   * The same bytes, with the same options, by this engine. Undefined when never: another engine version may read the same page differently,
   * so it does not count.
   */
  readonly unchanged?: Date;
}

/** When the scope's owner first read a document, and first with these options by this engine. */
export async function findFirstReadings(
  scope: OwnerScope,
  db: Knex,
  { sha256, url }: Pick<GenerationSource, 'sha256' | 'url'>,
  { engineVersion, options }: Pick<Generation, 'options' | 'engineVersion'>,
): Promise<FirstReadings> {
  const row = await db('rules.generations')
    .where('owner_id', ownerId(scope))
    .andWhere((same) => {
      void same.where({ sha256 });
      if (url !== undefined) void same.orWhere({ url });
    })
    .select<{ first: Date | null; unchanged: Date | null }[]>(
      db.raw('min(created_at) as first'),
      db.raw('min(created_at) filter (where sha256 = ? and options_sha256 = ? and engine_version = ?) as unchanged', [
        sha256,
        optionsSha256(options),
        engineVersion,
      ]),
    )
    .first();
  return {
    ...(row?.first == null ? {} : { first: row.first }),
    ...(row?.unchanged == null ? {} : { unchanged: row.unchanged }),
  };
}

/** Stores a generation with the keys and titles of its rules, and its document, which is kept until `deleteDocumentAfter`. */
export async function insertGeneration(
  scope: OwnerScope,
  trx: Knex.Transaction,
  generation: Omit<Generation, 'owner'>,
  rules: readonly Pick<RuleSummary, 'key' | 'title'>[],
  document: StoredDocument | undefined,
  deleteDocumentAfter: Date,
): Promise<void> {
  const { source } = generation;
  const row = trx('rules.generations').insert({
    id: generation.id,
    created_by: scope.userId,
    team_id: scope.teamId ?? null,
    created_at: generation.createdAt,
    input_type: source.inputType,
    url: source.url ?? null,
    final_url: source.finalUrl ?? null,
    title: source.title,
    published_at: source.publishedAt ?? null,
    content_type: source.contentType,
    sha256: source.sha256,
    fetched_at: source.fetchedAt,
    options: JSON.stringify(generation.options),
    options_sha256: optionsSha256(generation.options),
    engine_version: generation.engineVersion,
    unchanged_since: generation.unchangedSince ?? null,
    techniques: JSON.stringify(generation.techniques),
    indicators: JSON.stringify(generation.indicators),
    skipped: JSON.stringify(generation.skipped),
    stats: JSON.stringify(generation.stats),
    rules: JSON.stringify(rules),
  });
  if (document === undefined) {
    await row;
    return;
  }
  await trx
    .raw(
      `with generation as (?)
       insert into rules.documents (generation_id, text, blocks, delete_after) select id, ?, ?, ? from generation`,
      [row.returning('id'), document.text, JSON.stringify(document.blocks), deleteDocumentAfter],
    )
    .options({ name: 'insert-generation' });
}

/** The caller's generations, newest first; one more than `limit`, so that the caller can see whether there are more. */
export async function listGenerations(
  scope: OwnerScope,
  db: Knex,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<(Pick<Generation, 'id' | 'createdAt' | 'source' | 'engineVersion'> & { ruleCount: number })[]> {
  const query = db('rules.generations as generations')
    .where(madeBy(scope))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.limit + 1)
    .select<(GenerationRow & { rule_count: number })[]>([
      ...['id', 'created_at', 'input_type', 'url', 'final_url', 'title', 'published_at', 'content_type', 'sha256'],
      ...['fetched_at', 'engine_version'],
      db.raw(
        `coalesce(json_array_length(rules), (select count(*) from rules.generation_rules where generation_id = generations.id))::int as rule_count`,
      ),
    ]);
  if (page.after !== undefined) {
    void query.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [page.after.createdAt, page.after.id]);
  }
  return (await query).map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    source: toSource(row),
    engineVersion: row.engine_version,
    ruleCount: row.rule_count,
  }));
}

/** One generation of the scope's owner. */
export async function findGeneration(scope: OwnerScope, db: Knex, id: string): Promise<Generation | undefined> {
  const row = await db('rules.generations').where({ id }).andWhere(ownedBy(scope)).first<GenerationRow | undefined>();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    createdBy: row.created_by,
    owner: ownerKindOf({ ownerId: row.owner_id, createdBy: row.created_by }),
    createdAt: row.created_at,
    source: toSource(row),
    options: row.options,
    engineVersion: row.engine_version,
    ...(row.unchanged_since === null ? {} : { unchangedSince: row.unchanged_since }),
    techniques: row.techniques,
    indicators: row.indicators,
    skipped: row.skipped,
    stats: row.stats,
  };
}

type StandingRow = DecisionColumns &
  Pick<RuleSummary, 'title' | 'level' | 'platform' | 'techniques'> & {
    readonly state: RuleState;
    readonly owner_id: string;
    readonly newest: number;
  };

/** The columns of {@link StandingRow}, for a select of `rules.rules as rules`. */
const STANDING_COLUMNS = [
  ...['rules.title', 'rules.level', 'rules.platform', 'rules.techniques', 'rules.state', 'rules.owner_id'],
  ...['rules.version as newest', ...DECISION_COLUMNS.map((name) => `rules.${name}`)],
];

const toStanding = (scope: OwnerScope, row: StandingRow, version: number | undefined): GeneratedStanding => {
  const { level, newest, owner_id, platform, state, techniques, title } = row;
  return {
    state,
    decision: toDecision(row),
    owner: owner_id === scope.teamId ? 'team' : 'user',
    newest: newest === version ? null : { version: newest, title, level, platform, techniques },
  };
};

/**
 * Stores which version of which rule a generation gave, in order, with its entry of the audit log, and asks which webhooks want to know of it. One
 * statement, since each that a generation runs keeps its caller waiting.
 * @returns how each of the rules stands (one that comes again keeps what was decided on it), and the ids of the webhooks
 */
export async function insertGenerationRules(
  scope: OwnerScope,
  trx: Knex.Transaction,
  generationId: string,
  versions: readonly SavedVersion[],
  { audit, wanting }: { readonly audit: Knex.QueryBuilder; readonly wanting: Knex.QueryBuilder },
): Promise<{ readonly standings: readonly GeneratedStanding[]; readonly webhooks: readonly string[] }> {
  type Row = StandingRow & { readonly given: number | null; readonly webhooks: readonly string[] };
  const { rows } = await trx
    .raw<{ rows: Row[] }>(
      `with given as (
         insert into rules.generation_rules (generation_id, position, rule_id, version)
         select ?, place - 1, rule_id, version
         from unnest(?::uuid[], ?::int[]) with ordinality as given (rule_id, version, place)
         returning position, rule_id, version
       ),
       audited as (?),
       standing as (
         select given.position, given.version as given, ${STANDING_COLUMNS.join(', ')}
         from given join rules.rules as rules on rules.id = given.rule_id
         where rules.owner_id = any(?)
       )
       select standing.*, asked.webhooks
       from (select array(?) as webhooks) as asked left join standing on true
       order by standing.position`,
      [
        generationId,
        versions.map(({ ruleId }) => ruleId),
        versions.map(({ version }) => version),
        audit,
        [...ownersOf(scope)],
        wanting,
      ],
    )
    .options({ name: 'insert-generation-rules' });
  return {
    // A generation without rules has one row that is none.
    standings: rows.flatMap((row) => (row.given === null ? [] : [toStanding(scope, row, row.given)])),
    webhooks: rows[0]?.webhooks ?? [],
  };
}

/** The rules of a generation as they were then, in order, and those that can no longer be shown. */
export async function listGenerationRules(
  scope: OwnerScope,
  db: Knex,
  generationId: string,
): Promise<{ rules: (StoredVersion & GeneratedStanding)[]; notKept: NotKept[] }> {
  type Row = StandingRow &
    MadeWithRow & {
      id: string;
      position: number;
      version: number;
      key: string;
      content: SavedContent | null;
      stale: boolean;
    };
  const generation = await db('rules.generations')
    .where({ id: generationId })
    .andWhere(ownedBy(scope))
    .first<{ rules: readonly Pick<RuleSummary, 'key' | 'title'>[] | null } | undefined>('rules');
  const rows: Row[] = await db('rules.generation_rules as generated')
    .join('rules.rules as rules', 'rules.id', 'generated.rule_id')
    .leftJoin('rules.rule_versions as versions', (on) =>
      on.on('versions.rule_id', 'generated.rule_id').andOn('versions.version', 'generated.version'),
    )
    .where('generated.generation_id', generationId)
    .andWhere(ownedBy(scope))
    .orderBy('generated.position')
    .select([
      ...['generated.position', 'generated.version', 'rules.id', 'rules.key'],
      ...['versions.content', ...MADE_WITH, ...STANDING_COLUMNS],
      db.raw(`${STALE} as stale`),
    ]);
  const present = new Map(rows.map((row) => [row.position, row]));
  const given = generation?.rules ?? rows;
  const elsewhere = present.size < given.length ? await positionsOfRules(scope, db, generationId) : new Set<number>();
  const rules: (StoredVersion & GeneratedStanding)[] = [];
  const notKept: NotKept[] = [];
  for (const [position, { key, title }] of given.entries()) {
    const row = present.get(position);
    if (row === undefined) notKept.push({ key, title, reason: elsewhere.has(position) ? OF_A_TEAM : DELETED });
    else if (row.content !== null) rules.push(toStored(scope, row, row.content));
    else notKept.push({ key, title, reason: versionGone(row.version) });
  }
  return { rules, notKept };
}

const DELETED = 'The rule has been deleted.';
const OF_A_TEAM = 'The rule was moved to a team that you are not in any more.';

/** The positions of a generation's rules that are still there, whoever owns them now. */
async function positionsOfRules(scope: OwnerScope, db: Knex, generationId: string): Promise<ReadonlySet<number>> {
  const positions = await db('rules.generation_rules as generated')
    .join('rules.generations as generations', 'generations.id', 'generated.generation_id')
    .where('generated.generation_id', generationId)
    .andWhere(ownedBy(scope))
    .pluck('generated.position');
  return new Set(positions as number[]);
}

function toStored(
  scope: OwnerScope,
  row: StandingRow & MadeWithRow & { id: string; key: string; version: number; stale: boolean },
  content: SavedContent,
): StoredVersion & GeneratedStanding {
  const { id: ruleId, key, owner_id: ownerId, stale, version } = row;
  return {
    ruleId,
    key,
    ownerId,
    version,
    stale,
    content: wholeContent(content),
    pipeline: toMark(row),
    ...toStanding(scope, row, version),
  };
}

const versionGone = (version: number): string =>
  `Its version ${version} is no longer kept: of each rule the first version and the latest ${MOST_VERSIONS - 1} are.`;

/** Gives a generation of the scope's owner another title, and its rules that of their advisory. @returns the title before and whose it is, or undefined where there is none */
export async function renameGeneration(
  scope: OwnerScope,
  trx: Knex.Transaction,
  id: string,
  title: string,
): Promise<{ readonly from: string; readonly owner: OwnerKind } | undefined> {
  const row = await trx('rules.generations')
    .where({ id })
    .andWhere(ownedBy(scope))
    .forUpdate()
    .first<{ title: string; ownerId: string; createdBy: string } | undefined>({
      title: 'title',
      ownerId: 'owner_id',
      createdBy: 'created_by',
    });
  if (row === undefined) return undefined;
  await trx('rules.generations').where({ id }).andWhere(ownedBy(scope)).update({ title });
  await trx('rules.rules').where({ generation_id: id }).andWhere(ownedBy(scope)).update({ source_title: title });
  return { from: row.title, owner: ownerKindOf(row) };
}

/** Deletes a generation of the scope's owner, and its document; its rules stay. @returns what it came from, or undefined where there is none */
export async function deleteGeneration(
  scope: OwnerScope,
  trx: Knex.Transaction,
  id: string,
): Promise<{ readonly title: string; readonly inputType: string } | undefined> {
  const [row] = await trx('rules.generations')
    .where({ id })
    .andWhere(ownedBy(scope))
    .delete()
    .returning<{ title: string; input_type: string }[]>(['title', 'input_type']);
  return row === undefined ? undefined : { title: row.title, inputType: row.input_type };
}

/** The document of a generation while it is kept. */
export async function findDocument(
  scope: OwnerScope,
  db: Knex,
  generationId: string,
): Promise<StoredDocument | undefined> {
  return db('rules.documents as documents')
    .join('rules.generations as generations', 'generations.id', 'documents.generation_id')
    .where('documents.generation_id', generationId)
    .andWhere('documents.delete_after', '>', db.fn.now())
    .andWhere(ownedBy(scope))
    .first<StoredDocument | undefined>(['documents.text', 'documents.blocks']);
}

function toSource(row: GenerationRow): GenerationSource {
  return {
    inputType: row.input_type,
    ...(row.url === null ? {} : { url: row.url }),
    ...(row.final_url === null ? {} : { finalUrl: row.final_url }),
    title: row.title,
    ...(row.published_at === null ? {} : { publishedAt: row.published_at }),
    contentType: row.content_type,
    sha256: row.sha256,
    fetchedAt: row.fetched_at,
  };
}

function optionsSha256(options: Generation['options']): string {
  const { targetLogs, targetSiems, targetProviders, minConfidence, maxRules } = options;
  const sorted = (ids?: readonly string[]) => (ids === undefined ? null : [...ids].sort());
  const canonical: unknown[] = [sorted(targetSiems), sorted(targetProviders), minConfidence ?? null, maxRules ?? null];
  // Without any of these, the hash is that of releases that did not have them.
  if (targetLogs !== undefined) canonical.push(['logs', sorted(targetLogs)]);
  if (options.skipCovered === true) canonical.push('skipCovered');
  if (options.tlp !== undefined) canonical.push(['tlp', options.tlp]);
  const { builtInMaps, index, pipelines, sourcetype, stack = {}, table } = options;
  if (isChosen(options))
    canonical.push([pipelines, Object.entries(stack).sort(), index, sourcetype, table, builtInMaps]);
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

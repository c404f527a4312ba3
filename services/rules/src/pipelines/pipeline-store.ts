import { createHash } from 'node:crypto';
import { type OwnerScope, ownedBy, ownerId, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { PipelineBody } from './pipeline-schemas.js';

/** Most pipelines of one owner. */
export const MOST_PIPELINES = 20;

/** A saved pipeline without its text. */
export interface PipelineSummary {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly isDefault: boolean;
  readonly builtInMaps: boolean;
  /** Null for a pipeline of a user. */
  readonly teamId: string | null;
  readonly bytes: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A saved pipeline. */
export interface Pipeline extends PipelineSummary {
  readonly text: string;
}

interface Row {
  id: string;
  name: string;
  text: string;
  sha256: string;
  is_default: boolean;
  built_in_maps: boolean;
  team_id: string | null;
  bytes: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = [
  ...['id', 'name', 'sha256', 'is_default', 'built_in_maps', 'team_id', 'bytes'],
  ...['created_by', 'created_at', 'updated_at'],
];

/** The hash by which conversions know a pipeline. It covers all that they depend on; the name is in their notes. */
const pipelineSha256 = ({ builtInMaps, name, text }: Pick<Pipeline, 'builtInMaps' | 'name' | 'text'>): string =>
  createHash('sha256')
    .update(`${name}\n${builtInMaps ? '' : '\n'}${text}`)
    .digest('hex');

/** The pipelines of the scope's owner, the oldest first. */
export async function listPipelines(scope: OwnerScope, db: Knex): Promise<PipelineSummary[]> {
  const rows: Row[] = await db('rules.pipelines')
    .where(ownedBy(scope))
    .orderBy(['created_at', 'id'])
    .select<Row[]>(COLUMNS);
  return rows.map(toSummary);
}

/** Pipelines of the scope's owner by their ids; unknown and foreign ones are missing. */
export async function findPipelines(
  scope: OwnerScope,
  db: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pipeline>> {
  const rows = await db('rules.pipelines')
    .whereIn('id', [...ids])
    .andWhere(ownedBy(scope))
    .select<Row[]>([...COLUMNS, 'text']);
  return new Map(rows.map((row) => [row.id, toPipeline(row)]));
}

/** The default pipeline of one owner. */
export async function findDefaultPipeline(owner: OwnerScope | TeamScope, db: Knex): Promise<Pipeline | undefined> {
  const row = await db('rules.pipelines')
    .where({ owner_id: ownerId(owner), is_default: true })
    .first<Row | undefined>([...COLUMNS, 'text'])
    .options({ name: 'default-pipeline' });
  return row === undefined ? undefined : toPipeline(row);
}

/** Inserts a pipeline of the scope's owner, unless they have {@link MOST_PIPELINES}. */
export async function insertPipeline(
  scope: OwnerScope,
  trx: Knex.Transaction,
  body: PipelineBody,
  now: Date,
): Promise<Pipeline | undefined> {
  await holdPipelines(scope, trx);
  const count = await trx('rules.pipelines')
    .where({ owner_id: ownerId(scope) })
    .count<{ count: string }[]>('id as count')
    .first();
  if (Number(count?.count ?? 0) >= MOST_PIPELINES) return undefined;
  if (body.default) await dropDefault(ownerId(scope), trx, now);
  const [row] = await trx('rules.pipelines')
    .insert({
      id: uuidv7(),
      created_by: scope.userId,
      team_id: scope.teamId ?? null,
      created_at: now,
      ...columnsOf(body, now),
    })
    .returning<Row[]>([...COLUMNS, 'text']);
  return toPipeline(row as Row);
}

/** Replaces a pipeline of the scope's owner. @returns it as it is now, or undefined where there is none */
export async function updatePipeline(
  scope: OwnerScope,
  trx: Knex.Transaction,
  id: string,
  body: PipelineBody,
  now: Date,
): Promise<Pipeline | undefined> {
  const pipeline = (await findPipelines(scope, trx, [id])).get(id);
  if (pipeline === undefined) return undefined;
  const owner = pipeline.teamId ?? pipeline.createdBy;
  await holdPipelines({ userId: owner }, trx);
  if (body.default) await dropDefault(owner, trx, now);
  const [row] = await trx('rules.pipelines')
    .where({ id })
    .andWhere(ownedBy(scope))
    .update(columnsOf(body, now))
    .returning<Row[]>([...COLUMNS, 'text']);
  return row === undefined ? undefined : toPipeline(row);
}

/** Deletes a pipeline of the scope's owner. @returns what it was, or undefined where there is none */
export async function removePipeline(
  scope: OwnerScope,
  trx: Knex.Transaction,
  id: string,
): Promise<PipelineSummary | undefined> {
  const [row] = await trx('rules.pipelines').where({ id }).andWhere(ownedBy(scope)).delete().returning<Row[]>(COLUMNS);
  return row === undefined ? undefined : toSummary(row);
}

/** Has changes of an owner's pipelines wait for each other: they count them, and one alone is the default. */
async function holdPipelines(scope: OwnerScope, trx: Knex.Transaction): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 6))', [ownerId(scope)]);
}

async function dropDefault(owner: string, trx: Knex.Transaction, now: Date): Promise<void> {
  await trx('rules.pipelines')
    .where({ owner_id: owner, is_default: true })
    .update({ is_default: false, updated_at: now });
}

const columnsOf = (body: PipelineBody, now: Date) => ({
  name: body.name,
  text: body.text,
  sha256: pipelineSha256(body),
  is_default: body.default,
  built_in_maps: body.builtInMaps,
  updated_at: now,
});

function toSummary(row: Row): PipelineSummary {
  return {
    id: row.id,
    name: row.name,
    sha256: row.sha256,
    isDefault: row.is_default,
    builtInMaps: row.built_in_maps,
    teamId: row.team_id,
    bytes: row.bytes,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const toPipeline = (row: Row): Pipeline => ({ ...toSummary(row), text: row.text });

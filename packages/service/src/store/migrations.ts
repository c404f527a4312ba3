import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Pulse } from './pulse.js';

/** One step of a schema's history. Merged steps are frozen: a change is a new step at the end of the list. */
export interface Migration {
  /** Its name and place in the order, such as `0001-users`. */
  name: string;
  up(trx: Knex.Transaction): Promise<void>;
}

/** A schema and the whole list of its steps, oldest first. */
export interface MigrationSet {
  schema: string;
  migrations: readonly Migration[];
}

/**
 * Migrates a schema to the newest step, forward only, each step in its own transaction. It may run twice at once: with an advisory lock per
 * schema, one process applies a step while the other waits and then finds it done. Steps of a newer release are left alone, so that a
 * release can be rolled back on an expanded schema.
 * @param db a connection as the role that owns the tables
 * @returns the names of the steps this call applied
 * @throws Error when the recorded history is not the beginning of the list, which means a merged step was renamed or moved
 */
export async function runMigrations(db: Knex, { schema, migrations }: MigrationSet): Promise<string[]> {
  const lock = createHash('sha256').update(`tripline migrations ${schema}`).digest().readBigInt64BE().toString();
  const applied: string[] = [];
  for (;;) {
    const name = await db.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(?::bigint)', [lock]);
      await trx.raw('create schema if not exists ??', [schema]);
      await trx.raw(
        `create table if not exists ??.migrations (
           position integer primary key, name text not null unique, applied_at timestamptz not null default now())`,
        [schema],
      );
      const done = await trx.withSchema(schema).from<{ name: string }>('migrations').select('name').orderBy('position');
      checkHistory(schema, migrations, done);
      const next = migrations[done.length];
      if (next === undefined) return undefined;
      await next.up(trx);
      await trx.withSchema(schema).into('migrations').insert({ position: done.length, name: next.name });
      return next.name;
    });
    if (name === undefined) return applied;
    applied.push(name);
  }
}

function checkHistory(schema: string, migrations: readonly Migration[], done: readonly { name: string }[]): void {
  for (const [position, { name }] of done.entries()) {
    const expected = migrations[position];
    if (expected !== undefined && expected.name !== name) {
      throw new Error(
        `Schema ${schema} has step ${position} "${name}" where this release has "${expected.name}": merged migrations must not change.`,
      );
    }
  }
}

/** Error codes for a history that cannot be read: no such schema or table, or (with an earlier release's rights) no permission. */
const NO_HISTORY = ['3F000', '42P01', '42501'];

/** The names of the steps that a database lacks, oldest first; all steps where it has no history that we may read. */
export async function missingSteps(pulse: Pulse, { schema, migrations }: MigrationSet): Promise<string[]> {
  const done = await pulse.ask<{ name: string }>(`select name from "${schema}".migrations`).catch((error: unknown) => {
    if (NO_HISTORY.includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  });
  const recorded = new Set(done.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !recorded.has(name));
}

import { type Knex, storableJson } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { ReadSiemRule } from './reading/read-rule.js';

/** A rule as the import before stored it, as far as a difference is told from it. */
export interface KnownRule {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly query: string;
  readonly claimed: readonly string[];
  readonly enabled: boolean | null;
  readonly schedule: string | null;
  readonly failing: string | null;
  readonly idle: string | null;
  readonly held_back: readonly string[];
  readonly sigma_id: string | null;
  readonly sigma_version: string | null;
}

const TABLE = 'coverage.siem_rules';
/** Rules that one statement stores. */
const AT_ONCE = 250;

/** The rules that a SIEM has, by key. */
export async function knownRules(db: Knex, siemId: string): Promise<ReadonlyMap<string, KnownRule>> {
  const rows = await db(TABLE)
    .where({ siem_id: siemId })
    .select<KnownRule[]>(
      'id',
      'key',
      'name',
      'description',
      'query',
      'claimed',
      'enabled',
      'schedule',
      'failing',
      'idle',
      'held_back',
      'sigma_id',
      'sigma_version',
    );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Stores the rules of an import; one that is there keeps its id. */
export async function storeSiemRules(trx: Knex, siemId: string, rules: readonly ReadSiemRule[]): Promise<void> {
  for (let at = 0; at < rules.length; at += AT_ONCE) {
    await trx.raw(
      `insert into coverage.siem_rules as r (id, siem_id, key, name, description, place, language, query, claimed, enabled, schedule, last_run_at, last_alert_at, failing, idle, held_back,
         sigma_id, sigma_version, read, unread, yaml, readings, created_at, updated_at)
       select x.id, :siemId, x.key, x.name, x.description, x.place, x.language, x.query, x.claimed, x.enabled, x.schedule, x.last_run_at, x.last_alert_at, x.failing, x.idle, x.held_back,
         x.sigma_id, x.sigma_version, x.read, x.unread, x.yaml, x.readings, now(), now()
       from json_to_recordset(cast(:rules as json)) as x(id uuid, key text, name text, description text, place text, language text, query text, claimed text[], enabled boolean, schedule text,
         last_run_at timestamptz, last_alert_at timestamptz, failing text, idle text, held_back text[], sigma_id text, sigma_version text, read text, unread json, yaml text, readings json)
       on conflict (siem_id, key) do update set
         name = excluded.name, description = excluded.description, place = excluded.place, language = excluded.language, query = excluded.query, claimed = excluded.claimed,
         enabled = excluded.enabled, schedule = excluded.schedule, last_run_at = excluded.last_run_at, last_alert_at = excluded.last_alert_at, failing = excluded.failing, idle = excluded.idle, held_back = excluded.held_back,
         sigma_id = excluded.sigma_id, sigma_version = excluded.sigma_version, read = excluded.read, unread = excluded.unread, yaml = excluded.yaml, readings = excluded.readings, is_declared = false,
         updated_at = case when (r.name, r.query, r.claimed, r.enabled, r.failing, r.idle, r.held_back) is distinct from
           (excluded.name, excluded.query, excluded.claimed, excluded.enabled, excluded.failing, excluded.idle, excluded.held_back) then now() else r.updated_at end`,
      { siemId, rules: storableJson(rules.slice(at, at + AT_ONCE).map(rowOf)) },
    );
  }
}

function rowOf({
  key,
  name,
  description,
  place,
  language,
  query,
  techniques,
  state,
  sigma,
  read,
  unread,
  yaml,
  readings,
}: ReadSiemRule) {
  return {
    ...{ id: uuidv7(), key, name, description, place, language, query, claimed: techniques },
    enabled: state.enabled,
    schedule: state.schedule,
    last_run_at: state.lastRunAt,
    last_alert_at: state.lastAlertAt,
    failing: state.failing,
    idle: state.idle,
    held_back: state.heldBack,
    sigma_id: sigma?.id ?? null,
    sigma_version: sigma?.version ?? null,
    ...{ read, unread, yaml, readings },
  };
}

/** Removes rules, and with them their detections. */
export async function deleteSiemRules(trx: Knex, ids: readonly string[]): Promise<void> {
  await trx(TABLE)
    .whereIn('id', [...ids])
    .delete();
}

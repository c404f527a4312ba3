import type { OwnerScope, TeamScope } from '@tripline/auth';
import { type Knex, TooManyRequestsError, UnavailableError, UnprocessableAdvisoryError } from '@tripline/service';
import { isTargetId } from '@tripline/sigma';
import type { Request, Response } from 'express';
import { settingsOf } from '../conversion/choose-settings.js';
import type { ConversionSettings } from '../engine/tasks/conversion-settings.js';
import type { RunTask, Workplace } from '../engine/workplace.js';
import { findDefaultPipeline, type Pipeline } from '../pipelines/pipeline-service.js';
import type { KeyedRule, MadeRule, StoredVersion } from '../rule/rule-model.js';
import { comesByName, saveConversions } from './rule-saving.js';
import type { Refresh } from './rule-views.js';

/** Makes stale conversions anew for a request, in one of its caller's places. */
export type RefreshFor = (req: Request, res: Response, scope: OwnerScope | TeamScope) => Refresh;

/** Most versions that one request makes anew. Further ones stay stale, and are answered so. */
const MOST_AT_ONCE = 200;

/**
 * Makes conversions anew that were made with another pipeline than their owner's default, and saves them: what the version says is not
 * changed. Two requests at once may both do it, and save the same. Where the engine has no room for it, the versions are answered as they
 * are, and stale: nobody is kept from reading a rule.
 */
export function createRefresh({ db, workplace }: { readonly db: Knex; readonly workplace: Workplace }): RefreshFor {
  return (req, res, scope) => async (versions) => {
    const stale = versions.filter((version) => version.stale).slice(0, MOST_AT_ONCE);
    if (stale.length === 0) return versions;
    const fresh = new Map<StoredVersion, Remade>();
    try {
      await workplace.work('convert', req, res, async (run) => {
        for (const some of byOwner(stale)) {
          for (const [version, converted] of await makeAnew(db, scope, some, run)) fresh.set(version, converted);
        }
      });
    } catch (error) {
      if (!NO_ROOM.some((refusal) => error instanceof refusal)) throw error;
    }
    return versions.map((version) => {
      const converted = fresh.get(version);
      return converted === undefined ? version : { ...version, ...converted, stale: false };
    });
  };
}

/** What becomes another of a version that is converted anew. */
type Remade = Pick<MadeRule, 'content' | 'pipeline'>;

const NO_ROOM = [TooManyRequestsError, UnavailableError, UnprocessableAdvisoryError];

async function makeAnew(
  db: Knex,
  scope: OwnerScope | TeamScope,
  versions: readonly StoredVersion[],
  run: RunTask,
): Promise<readonly (readonly [StoredVersion, Remade])[]> {
  const ownerId = versions[0]?.ownerId ?? '';
  const owner = ownerId === scope.teamId ? { teamId: ownerId } : { userId: ownerId };
  const pipeline = await findDefaultPipeline(owner, db);
  const converted = await convertedBy(versions, settingsOf(pipeline), run);
  const made: (readonly [StoredVersion, Remade])[] = [];
  for (const [index, version] of versions.entries()) {
    const one = converted[index];
    if (one === undefined || one === version) continue;
    const fresh = { content: one.content, pipeline: markOf(pipeline) };
    await saveConversions(scope, db, { ...version, ...fresh });
    made.push([version, fresh]);
  }
  return made;
}

/** The same rules, converted with a pipeline. They come with conversions by the built-in maps, which stay where there is none. */
export async function convertedWith<R extends KeyedRule>(
  rules: readonly R[],
  pipeline: Pipeline | undefined,
  run: RunTask,
): Promise<readonly (R & MadeRule)[]> {
  const converted = pipeline === undefined ? rules : await convertedBy(rules, settingsOf(pipeline), run);
  return converted.map((rule) => ({ ...rule, pipeline: markOf(pipeline) }));
}

/**
 * The same rules with conversions by these settings, to the six backends that every rule has and to those that it was converted to before; the same
 * object for one whose text cannot be read.
 */
async function convertedBy<R extends KeyedRule>(
  rules: readonly R[],
  settings: ConversionSettings,
  run: RunTask,
): Promise<readonly R[]> {
  if (rules.length === 0) return [];
  const texts = rules.map(({ content: { conversions, notes, yaml }, key }) => {
    const wanted = new Set([...Object.keys(conversions), ...Object.keys(notes)]);
    return { key, yaml, others: [...wanted].filter(isTargetId).filter(comesByName) };
  });
  const made = await run({ kind: 'conversion', rules: texts, settings });
  return rules.map((rule, index) => {
    const conversions = made[index] ?? null;
    return conversions === null ? rule : { ...rule, content: { ...rule.content, ...conversions } };
  });
}

/** What a version keeps of the pipeline that its conversions were made with. */
export const markOf = (pipeline: Pipeline | undefined): MadeRule['pipeline'] =>
  pipeline === undefined ? null : { id: pipeline.id, sha256: pipeline.sha256 };

function byOwner(versions: readonly StoredVersion[]): readonly (readonly StoredVersion[])[] {
  const owners = new Map<string, StoredVersion[]>();
  for (const version of versions) owners.set(version.ownerId, [...(owners.get(version.ownerId) ?? []), version]);
  return [...owners.values()];
}

import type { OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { chooseSettings, isChosen, settingsOf, triedBy } from '../conversion/choose-settings.js';
import type { MadeSettings, SentPipeline } from '../engine/tasks/convert-made.js';
import type { SavedConversions } from '../engine/tasks/convert-saved.js';
import type { Pipeline } from '../pipelines/pipeline-service.js';
import type { KeyedRule } from '../rule/rule-model.js';
import { comesByName } from '../rules/rule-saving.js';
import { draftRules } from './draft-input.js';
import type { GenerationOptions } from './generation-schema.js';
import type { Draft, DraftHooks } from './make-draft.js';

/**
 * What the engine converts with: for the versions to be saved the owner's default pipeline, and for the answer what the caller chose.
 * @throws NotFoundError for a pipeline that is not the owner's
 */
export async function madeSettings(
  db: Knex,
  scope: OwnerScope,
  options: GenerationOptions,
  pipeline: Pipeline | undefined,
): Promise<MadeSettings> {
  const texts: SentPipeline[] = [];
  const { targetSiems: targets } = options;
  const chosen = isChosen(options)
    ? await chooseSettings(db, { scope, owner: scope }, options, (text) => void texts.push(text))
    : undefined;
  const others = [...new Set(targets)].filter(comesByName);
  return {
    texts,
    others,
    // The rules come with the six by the built-in maps.
    ...(pipeline === undefined && others.length === 0 ? {} : { saved: settingsOf(pipeline) }),
    ...(chosen === undefined ? {} : { shown: targets === undefined ? chosen : { ...chosen, targets } }),
  };
}

/** Drafts; where that fails before the engine has seen the caller's pipelines, what is wrong with one of those is the answer. */
export async function draftTried(
  ...[fetchDocument, input, options, hooks]: Parameters<typeof draftRules>
): Promise<Draft> {
  let isAsked = false;
  const run: DraftHooks['run'] = (task, how) => {
    isAsked = true;
    return hooks.run(task, how);
  };
  try {
    return await draftRules(fetchDocument, input, options, { ...hooks, run });
  } catch (error) {
    if (!isAsked) for (const text of (await hooks.made).texts) await triedBy(hooks.run)(text);
    throw error;
  }
}

/** A rule with these conversions in place of those that making it gave. */
export const convertedAs = ({ content, key }: KeyedRule, conversions: SavedConversions | undefined): KeyedRule => ({
  key,
  content: conversions === undefined ? content : { ...content, ...conversions },
});

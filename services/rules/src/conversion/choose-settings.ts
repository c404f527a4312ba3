import type { OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { BUILT_IN, type ConversionSettings, type PipelineText } from '../engine/tasks/conversion-settings.js';
import type { SentPipeline } from '../engine/tasks/convert-made.js';
import type { RunTask } from '../engine/workplace.js';
import { findDefaultPipeline, requirePipelines } from '../pipelines/pipeline-service.js';
import { refusedPipeline } from '../refused-sigma.js';
import type { PipelineChoice, SettingsChoice } from './settings-schema.js';

/** Whether the caller chose anything. */
export const isChosen = ({ builtInMaps, index, pipelines, sourcetype, stack, table }: SettingsChoice): boolean =>
  [builtInMaps, index, pipelines, sourcetype, stack, table].some((one) => one !== undefined);

/** What becomes of the pipelines that the caller sent as texts, before anything is made with them. */
export type TakeText = (text: SentPipeline) => Promise<void> | void;

/** Tries each text in the engine. @throws BadRequestError with the place of what is wrong with it */
export const triedBy =
  (run: RunTask): TakeText =>
  async ({ field, ...text }) => {
    const outcome = await run({ kind: 'pipeline', ...text });
    if (!outcome.ok) throw refusedPipeline(outcome.fault, field);
  };

/**
 * The settings of a caller's conversions: what they chose, and where they chose no
 * pipeline, the default of the rules' owner.
 * @param takeText is given the texts that the caller sent
 * @throws NotFoundError for a pipeline that is not the scope's owner's
 */
export async function chooseSettings(
  db: Knex,
  { owner, scope }: { readonly scope: OwnerScope; readonly owner: OwnerScope },
  { builtInMaps, channel, enterpriseSecurity, index, keepLevel, pipelines, sourcetype, stack, table }: SettingsChoice,
  takeText: TakeText,
): Promise<ConversionSettings> {
  const form = {
    ...(channel === undefined ? {} : { channel }),
    ...(enterpriseSecurity === undefined ? {} : { enterpriseSecurity }),
    ...(keepLevel === undefined ? {} : { keepLevel }),
  };
  const places = {
    form,
    ...(builtInMaps === undefined ? {} : { builtInMaps }),
    ...(index === undefined ? {} : { index }),
    ...(sourcetype === undefined ? {} : { sourcetype }),
    ...(stack === undefined ? {} : { stack }),
    ...(table === undefined ? {} : { table }),
  };
  if (pipelines !== undefined) return { ...places, pipelines: await textsOf(db, scope, pipelines, takeText) };
  return { ...places, ...settingsOf(await findDefaultPipeline(owner, db)) };
}

/** The settings of conversions for which nothing was chosen. */
export function settingsOf(pipeline: PipelineText | undefined): ConversionSettings {
  return pipeline === undefined ? BUILT_IN : { pipelines: [toText(pipeline)] };
}

async function textsOf(
  db: Knex,
  scope: OwnerScope,
  chosen: readonly PipelineChoice[],
  takeText: TakeText,
): Promise<readonly PipelineText[]> {
  const ids = chosen.filter((one) => typeof one === 'string');
  const known = await requirePipelines(scope, db, ids);
  const texts: PipelineText[] = [];
  for (const [index, one] of chosen.entries()) {
    const saved = typeof one === 'string' ? known.get(one) : undefined;
    if (saved !== undefined) {
      texts.push(toText(saved));
    } else if (typeof one !== 'string') {
      const text = { name: `pipeline ${index + 1}`, text: one.text, builtInMaps: true };
      await takeText({ ...text, field: `options.pipelines[${index}].text` });
      texts.push(text);
    }
  }
  return texts;
}

const toText = ({ builtInMaps, name, text }: PipelineText): PipelineText => ({ name, text, builtInMaps });

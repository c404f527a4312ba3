import Joi from 'joi';
import { validate as isUuid } from 'uuid';
import { PIPELINE_EXAMPLE } from '../pipelines/pipeline-resource.js';
import { pipelineText } from '../pipelines/pipeline-schemas.js';

/** Most pipelines of one conversion. */
const MOST_AT_ONCE = 10;

/** A pipeline that a caller names: a saved one by its id, or the text of one. */
export type PipelineChoice = string | { readonly text: string };

/** What a caller's conversions are to be made with. What is not said is as the owner's default has it. */
export interface SettingsChoice {
  /** In place of the default pipeline; an empty list is none at all. */
  readonly pipelines?: readonly PipelineChoice[];
}

/** The options of a conversion that {@link SettingsChoice} is read from. */
export const settingsOptions = {
  pipelines: Joi.array()
    .items(Joi.alternatives(Joi.string().guid().lowercase(), Joi.object({ text: pipelineText.required() })))
    .max(MOST_AT_ONCE)
    .description('Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none.')
    .example([{ text: PIPELINE_EXAMPLE }]),
};

/** The pipelines of a request that has no body: `none`, or ids with commas between them. */
export const pipelinesQuery = Joi.string<readonly string[]>()
  .max(MOST_AT_ONCE * 37)
  .custom((text: string, helpers) => {
    const ids = text === 'none' ? [] : text.toLowerCase().split(',');
    const isWrong = ids.length > MOST_AT_ONCE || !ids.every((id) => isUuid(id));
    return isWrong ? helpers.error('pipelines.query') : ids;
  })
  .messages({
    'pipelines.query': `{{#label}} is "none", or at most ${MOST_AT_ONCE} ids of pipelines with commas between them`,
  })
  .example('none');

import { nameText } from '@tripline/service';
import Joi from 'joi';
import { PIPELINE_EXAMPLE } from './pipeline-resource.js';

/** Most YAML of one pipeline, in bytes of UTF-8. */
const PIPELINE_BYTES_MAX = 128 * 1024;

/** The text of a pipeline, wherever a caller may send one. */
export const pipelineText = Joi.string()
  .max(PIPELINE_BYTES_MAX, 'utf8')
  .pattern(/^[^\0\p{Cs}]*$/u)
  .messages({
    'string.max': '{{#label}} may have {{#limit}} bytes of YAML',
    'string.pattern.base': '{{#label}} holds a NUL character or half a surrogate pair',
  })
  .example(PIPELINE_EXAMPLE);

/** A pipeline as its owner writes it. */
export interface PipelineBody {
  readonly name: string;
  readonly text: string;
  readonly default: boolean;
  readonly builtInMaps: boolean;
}

/** Body of a new pipeline, and of one that replaces another. */
export const pipelineBodySchema = Joi.object<PipelineBody>({
  name: nameText.example('Our field names').required(),
  text: pipelineText.required(),
  default: Joi.boolean().default(false),
  builtInMaps: Joi.boolean().default(true),
});

import { PLATFORM_IDS, type PlatformId, TARGET_IDS, type TargetId } from '@tripline/sigma';
import Joi from 'joi';

/** The kinds of input, each with the one field that belongs to it. */
export type GenerationInput =
  | { readonly inputType: 'url'; readonly url: string }
  | { readonly inputType: 'text'; readonly text: string; readonly title?: string }
  | { readonly inputType: 'technique'; readonly techniqueId: string }
  | { readonly inputType: 'sigma'; readonly yaml: string }
  | { readonly inputType: 'file'; readonly fileName: string; readonly contentType: string; readonly bytes: Uint8Array };

/** `options` of a generation. */
export interface GenerationOptions {
  readonly targetSiems?: readonly TargetId[];
  readonly targetProviders?: readonly PlatformId[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
}

/** The JSON body of `POST /v1/generate`. */
export type GenerationBody = Exclude<GenerationInput, { inputType: 'file' }> & { readonly options?: GenerationOptions };

/** Largest text that may be sent in a JSON body, in UTF-16 code units. */
const MAX_TEXT = 2_000_000;
/** Largest Sigma text, in UTF-16 code units. */
const MAX_YAML = 1_000_000;

const known = (ids: readonly string[], noun: string) =>
  Joi.array()
    .items(Joi.string().valid(...ids))
    .min(1)
    .max(ids.length)
    .unique()
    .messages({
      'any.only': `{{#label}} is "{{#value}}", which is no ${noun}; known: ${ids.join(', ')}`,
      'array.min': `{{#label}} is empty; leave it out for all, or name some of: ${ids.join(', ')}`,
      'array.unique': '{{#label}} is named twice',
    });

/** `options`, alone: also the part of an upload. */
export const optionsSchema = Joi.object<GenerationOptions>({
  targetSiems: known(TARGET_IDS, 'backend'),
  targetProviders: known(PLATFORM_IDS, 'platform'),
  minConfidence: Joi.number().min(0).max(1),
  maxRules: Joi.number().integer().min(1).max(200),
});

const onlyFor = (inputType: string, schema: Joi.Schema) =>
  Joi.when('inputType', {
    is: inputType,
    // biome-ignore lint/suspicious/noThenProperty: the name is Joi's.
    then: schema.required(),
    otherwise: Joi.forbidden().messages({ 'any.unknown': `{{#label}} belongs to inputType "${inputType}" only` }),
  });

/** The body of `POST /v1/generate`: `inputType` and exactly the field that belongs to it. */
export const generationSchema = Joi.object<GenerationBody>({
  inputType: Joi.string().valid('url', 'text', 'technique', 'sigma').required(),
  url: onlyFor('url', Joi.string().max(2048)),
  text: onlyFor('text', Joi.string().max(MAX_TEXT)),
  title: Joi.string()
    .max(500)
    .when('inputType', {
      not: 'text',
      // biome-ignore lint/suspicious/noThenProperty: the name is Joi's.
      then: Joi.forbidden().messages({ 'any.unknown': '{{#label}} belongs to inputType "text" only' }),
    }),
  techniqueId: onlyFor(
    'technique',
    Joi.string()
      .pattern(/^T\d{4}(\.\d{3})?$/)
      .messages({ 'string.pattern.base': '{{#label}} must be an ATT&CK id such as T1059 or T1059.001' }),
  ),
  yaml: onlyFor('sigma', Joi.string().max(MAX_YAML)),
  options: optionsSchema,
});

/** Largest JSON body of a generation, in bytes: {@link MAX_TEXT} in escaped UTF-8 and the rest. */
export const GENERATION_BODY_BYTES = 10 * 1024 * 1024;

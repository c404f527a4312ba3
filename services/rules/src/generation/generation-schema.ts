import { logIds, TLP_MARKS, type Tlp } from '@tripline/advisory';
import { validate } from '@tripline/service';
import {
  type Logsource,
  PLATFORM_IDS,
  type PlatformId,
  QUERY_CHARACTERS_MAX,
  QUERY_LANGUAGES,
  type QueryLanguage,
  type QueryMacro,
  type TargetId,
} from '@tripline/sigma';
import Joi from 'joi';
import { SIGMA_EXAMPLE } from '../conversion/conversion-schema.js';
import { type SettingsChoice, settingsOptions, targetSiems } from '../conversion/settings-schema.js';
import type { Gap } from '../gap-rules/gap-of-rules.js';
import { knownList } from '../openapi/known-list.js';

/** The kinds of input, each with the one field that belongs to it. */
export type GenerationInput =
  | { readonly inputType: 'url'; readonly url: string }
  | { readonly inputType: 'text'; readonly text: string; readonly title?: string }
  | { readonly inputType: 'technique'; readonly techniqueId: string }
  | { readonly inputType: 'sigma'; readonly yaml: string }
  | {
      readonly inputType: 'query';
      readonly query: string;
      readonly language: QueryLanguage;
      readonly title?: string;
      /** Where the query's events come from, where the query does not say it. */
      readonly logsource?: Logsource;
      /** Splunk's macros by name. */
      readonly macros?: Readonly<Record<string, QueryMacro>>;
      /** Reads what a rule can say, and tells the rest. */
      readonly partial?: boolean;
      /** Seconds in which a query counts that has no window of its own. */
      readonly window?: number;
    }
  | { readonly inputType: 'file'; readonly fileName: string; readonly contentType: string; readonly bytes: Uint8Array };

/** `options` of a generation. */
export interface GenerationOptions extends SettingsChoice {
  readonly targetSiems?: readonly TargetId[];
  readonly targetProviders?: readonly PlatformId[];
  /** Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs. */
  readonly targetLogs?: readonly string[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
  /** Whether rules that the library covers are left out. */
  readonly skipCovered?: boolean;
  /** To whom the document may be handed on, as its sender knows it. */
  readonly tlp?: Tlp;
  /** Whether what comes of it is stored; without it, unless it is RED. */
  readonly keep?: boolean;
  /** The gap of the coverage service that the rules are to close; it changes nothing of them. */
  readonly gap?: Gap;
}

/** The JSON body of `POST /v1/generate`. */
export type GenerationBody = Exclude<GenerationInput, { inputType: 'file' }> & { readonly options?: GenerationOptions };

/** Largest text that may be sent in a JSON body, in UTF-16 code units. */
const MAX_TEXT = 2_000_000;
/** Largest Sigma text, in UTF-16 code units. */
const MAX_YAML = 1_000_000;

const techniqueId = Joi.string()
  .pattern(/^T\d{4}(\.\d{3})?$/)
  .messages({ 'string.pattern.base': '{{#label}} must be an ATT&CK id such as T1059 or T1059.001' })
  .example('T1059.001');

/** `options`, alone: also the part of an upload. */
export const optionsSchema = Joi.object<GenerationOptions>({
  targetSiems,
  targetProviders: knownList(PLATFORM_IDS, 'platform'),
  targetLogs: knownList(logIds(), 'log').description(
    'Logs of which rules are wanted beside those of `targetProviders`, by their ids in the table of logs: so come rules of logs that belong to no platform, as a proxy’s. Without `targetProviders` rules of all logs come anyway.',
  ),
  minConfidence: Joi.number().min(0).max(1),
  maxRules: Joi.number().integer().min(1).max(200),
  skipCovered: Joi.boolean().description(
    'true leaves out rules that rules of your library, or of your team’s, cover already: they are listed under `covered`, and nothing is saved for them. The call costs the same.',
  ),
  tlp: Joi.string()
    .valid(...TLP_MARKS)
    .description(
      'The mark of the Traffic Light Protocol that the document has. One in its text counts where it is stricter. Rules of AMBER and RED carry it; nothing of RED is stored unless `keep` is true.',
    ),
  keep: Joi.boolean().description(
    'false stores nothing of the document and its rules: they are in this answer and nowhere else. true stores them although the document is RED.',
  ),
  gap: Joi.object<Gap>({
    accountId: Joi.string()
      .max(100)
      .pattern(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      .required()
      .messages({
        'string.pattern.base':
          '{{#label}} is "{{#value}}"; it must be the id of a cloud account, as the coverage service gives it',
      })
      .example('0190a5e4-7c1b-7f3a-9d2e-4b6c8a1f0e35'),
    techniqueId: techniqueId.required(),
  }).description(
    'The gap of a cloud account that the rules are written for. The coverage service shows them and their states beside it; they are the same rules without it.',
  ),
  ...settingsOptions,
});

type InputType = GenerationBody['inputType'];

/** The fields that belong to each kind of input. */
const FIELDS: Readonly<Record<InputType, Readonly<Record<string, Joi.Schema>>>> = {
  url: { url: Joi.string().max(2048).required().example('https://example.com/advisory') },
  text: {
    text: Joi.string().max(MAX_TEXT).required().example('The intruders ran powershell.exe -enc SQBFAFgA on the host.'),
    title: Joi.string().max(500),
  },
  technique: {
    techniqueId: techniqueId.required(),
  },
  sigma: { yaml: Joi.string().max(MAX_YAML).required().example(SIGMA_EXAMPLE) },
  query: {
    query: Joi.string().max(QUERY_CHARACTERS_MAX).required().example('index=aws eventName=ConsoleLogin'),
    language: Joi.string()
      .valid(...QUERY_LANGUAGES)
      .required()
      .example('spl'),
    title: Joi.string().max(500),
    logsource: Joi.object({
      product: Joi.string().max(200),
      category: Joi.string().max(200),
      service: Joi.string().max(200),
    }).min(1),
    macros: Joi.object()
      .pattern(
        Joi.string().max(200),
        Joi.object({
          definition: Joi.string().max(20_000).required(),
          arguments: Joi.array().items(Joi.string().max(200)).max(20),
        }),
      )
      .max(500),
    partial: Joi.boolean(),
    window: Joi.number().integer().min(1).max(31_536_000),
  },
};
const INPUT_TYPES = Object.keys(FIELDS) as InputType[];

/** One schema per kind of input: `inputType`, exactly the fields that belong to it, and `options`. What the OpenAPI document shows. */
export const generationBodySchemas: Readonly<Record<InputType, Joi.ObjectSchema<GenerationBody>>> = {
  url: bodySchema('url'),
  text: bodySchema('text'),
  technique: bodySchema('technique'),
  sigma: bodySchema('sigma'),
  query: bodySchema('query'),
};

function bodySchema(inputType: InputType): Joi.ObjectSchema<GenerationBody> {
  return Joi.object({
    inputType: Joi.string().valid(inputType).required(),
    ...FIELDS[inputType],
    options: optionsSchema,
  });
}

const inputTypeSchema = Joi.object<{ inputType: InputType }>({
  inputType: Joi.string()
    .valid(...INPUT_TYPES)
    .required(),
}).unknown();

/** What a body of each kind is checked against: a field of another kind is refused by that kind's name. Made once, since making one takes milliseconds. */
const checkedBodySchemas = Object.fromEntries(
  INPUT_TYPES.map((inputType) => [inputType, generationBodySchemas[inputType].keys(fieldsOfOthers(inputType))]),
) as Record<InputType, Joi.ObjectSchema<GenerationBody>>;

function fieldsOfOthers(inputType: InputType): Record<string, Joi.Schema> {
  const foreign: Record<string, Joi.Schema> = {};
  for (const other of INPUT_TYPES) {
    for (const field of Object.keys(FIELDS[other])) {
      if (Object.hasOwn(FIELDS[inputType], field)) continue;
      foreign[field] = Joi.forbidden().messages({
        'any.unknown': `{{#label}} belongs to inputType "${other}", and this body says inputType "${inputType}"`,
      });
    }
  }
  return foreign;
}

/**
 * Reads a JSON body.
 * @throws BadRequestError that names a field which belongs to another kind of input, beside the usual faults
 */
export function parseGenerationBody(value: unknown): { input: GenerationInput; options: GenerationOptions } {
  const { inputType } = validate(inputTypeSchema, value);
  const { options, ...input } = validate(checkedBodySchemas[inputType], value);
  return { input, options: options ?? {} };
}

/** Largest JSON body of a generation, in bytes: {@link MAX_TEXT} in escaped UTF-8 and the rest. */
export const GENERATION_BODY_BYTES = 10 * 1024 * 1024;

/** Body of a change to a generation. */
export const generationChangeSchema = Joi.object<{ title: string }>({
  title: Joi.string().trim().max(500).required().example('A loader that hides in plain sight'),
});

/** Query parameters of a list of generations. */
export const pageSchema = Joi.object<{ limit: number; cursor?: string }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(200),
});

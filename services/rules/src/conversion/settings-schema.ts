import { type FormChoices, listStacks, TARGET_IDS, type TargetId } from '@tripline/sigma';
import Joi from 'joi';
import { validate as isUuid } from 'uuid';
import type { DataPlaces } from '../engine/tasks/conversion-settings.js';
import { knownList } from '../openapi/known-list.js';
import { PIPELINE_EXAMPLE } from '../pipelines/pipeline-resource.js';
import { pipelineText } from '../pipelines/pipeline-schemas.js';

/** Most pipelines of one conversion. */
const MOST_AT_ONCE = 10;

/** A pipeline that a caller names: a saved one by its id, or the text of one. */
export type PipelineChoice = string | { readonly text: string };

/** What a caller's conversions are to be made with. */
export interface SettingsChoice extends DataPlaces, FormChoices {
  /** In place of the default pipeline; an empty list is none at all. */
  readonly pipelines?: readonly PipelineChoice[];
}

const stackIds = (target?: TargetId): string[] => [...new Set(listStacks(target).map(({ id }) => id))];
const place = (pattern: RegExp, example: string, description: string): Joi.StringSchema =>
  Joi.string()
    .max(200)
    .pattern(pattern)
    .messages({
      'string.pattern.base': '{{#label}} is "{{#value}}"; it may have letters, digits and some of * . , : @ / _ -',
    })
    .description(description)
    .example(example);

/** Where the data is, as each product calls it, and whether our names are used for what no pipeline says. */
export const dataPlaces = {
  builtInMaps: Joi.boolean()
    .description(
      'Whether the built-in maps name what the pipelines leave open. Without it, as the saved pipelines say; else yes.',
    )
    .example(true),
  index: place(
    /^[\w*.,:@/-]+$/,
    'windows',
    "Splunk's index; the index pattern in deployable forms of Elastic and OpenSearch.",
  ),
  sourcetype: place(/^[\w*.,:@/-]+$/, 'XmlWinEventLog', "Splunk's source type."),
  table: place(/^\w+$/, 'SecurityEvent', 'The table of Sentinel or Defender XDR.'),
};

/** The backends that rules are converted for; all where none is named. */
export const targetSiems = knownList(TARGET_IDS, 'backend');

/** What is chosen of deployable forms alone. */
const formChoices = {
  keepLevel: Joi.boolean()
    .description(
      "Deployable forms keep the rule's level. Without it a form whose query finds more than its rule has the level one step lower, with a note.",
    )
    .example(true),
  enterpriseSecurity: Joi.boolean()
    .description(
      'Whether each row of a `savedsearches` form becomes a finding of Splunk Enterprise Security. Without it, with the stack `cim` alone.',
    )
    .example(true),
  channel: Joi.string()
    .max(200)
    .pattern(/^[\w.:-]+$/)
    .messages({ 'string.pattern.base': '{{#label}} is "{{#value}}"; it may have letters, digits and some of . : _ -' })
    .description(
      'The id of the notification channel of OpenSearch that an `opensearch-monitor` form tells. Without it a monitor tells nobody.',
    )
    .example('soc-mail'),
} satisfies { readonly [choice in keyof FormChoices]-?: Joi.Schema };

/** The options of a conversion that {@link SettingsChoice} is read from. */
export const settingsOptions = {
  pipelines: Joi.array()
    .items(Joi.alternatives(Joi.string().guid().lowercase(), Joi.object({ text: pipelineText.required() })))
    .max(MOST_AT_ONCE)
    .description('Saved pipelines by their ids, or texts of pipelines, in place of the default one; empty for none.')
    .example([{ text: PIPELINE_EXAMPLE }]),
  stack: Joi.object(Object.fromEntries(TARGET_IDS.map((target) => [target, Joi.string().valid(...stackIds(target))])))
    .description('A named stack for each backend; `GET /v1/backends` lists them.')
    .example({ siem_spl: 'cim' }),
  ...dataPlaces,
};

/** The options of a conversion whose outcome is deployable forms. */
export const formOptions = { ...settingsOptions, ...formChoices };

/** The same in the query of an export, which is one form of one rule. */
export const settingsQuery = {
  pipelines: Joi.string<readonly string[]>()
    .max(MOST_AT_ONCE * 37)
    .custom((text: string, helpers) => {
      const ids = text === 'none' ? [] : text.toLowerCase().split(',');
      const isWrong = ids.length > MOST_AT_ONCE || !ids.every((id) => isUuid(id));
      return isWrong ? helpers.error('pipelines.query') : ids;
    })
    .messages({
      'pipelines.query': `{{#label}} is "none", or at most ${MOST_AT_ONCE} ids of pipelines with commas between them`,
    })
    .description('`none`, or ids of pipelines with commas between them, in place of the default one')
    .example('none'),
  stack: Joi.string()
    .valid(...stackIds())
    .description("A named stack of the form's backend.")
    .example('windows_classic'),
  ...formChoices,
  ...dataPlaces,
};

/** What the query of an export chooses: its stack is that of whichever backend the form is for. */
export const choiceOfQuery = ({
  stack,
  ...choice
}: Omit<SettingsChoice, 'stack'> & { readonly stack?: string }): SettingsChoice =>
  stack === undefined ? choice : { ...choice, stack: Object.fromEntries(TARGET_IDS.map((target) => [target, stack])) };

import { json, type TypeOf } from '@tripline/service';
import { PLATFORM_IDS, TARGET_IDS } from '@tripline/sigma';

/** How much of a Sigma feature a backend can say. */
const support = json.closedOneOf(['yes', 'partial', 'no']);

const backend = json.object({
  id: json.oneOf(TARGET_IDS),
  default: json.yesOrNo.description('whether a call that names no backends means it'),
  outputFormat: json.text.example('SPL (search processing language)'),
  features: json.object({ wildcards: support, regex: support, near: support, aggregation: support }),
  stacks: json
    .list(
      json.object({
        id: json.text.example('cim'),
        title: json.text.example('CIM data models'),
        data: json.text.example("Events of any source that are tagged for the data models of Splunk's CIM."),
        default: json.yesOrNo,
      }),
    )
    .description('where the data of this backend may be: `options.stack` names one, the default is used without it'),
});
export type Backend = TypeOf<typeof backend>;

/** The backends. */
export const backendsResource = json.object({ backends: json.list(backend) });

/** The platforms, their log sources and key fields, and the logs that rules are written for. */
export const platformsResource = json.object({
  platforms: json.list(
    json.object({
      id: json.oneOf(PLATFORM_IDS),
      plane: json.text.example('cloud'),
      logsource: json
        .object({ product: json.text, service: json.text, categories: json.list(json.text) }, ['service', 'categories'])
        .example({
          product: 'aws',
          service: 'cloudtrail',
        }),
      keyFields: json.list(json.text.example('eventName')),
    }),
  ),
  logs: json
    .list(
      json.object({
        id: json.text.example('network/proxy'),
        name: json.text.example('Web proxy'),
        platform: json.nullable(json.oneOf(PLATFORM_IDS)).example(null),
      }),
    )
    .description(
      'the table of logs: a rule says its `log` by these ids, and `options.targetLogs` of a generation takes them. Those without a platform belong to none of the above',
    ),
});

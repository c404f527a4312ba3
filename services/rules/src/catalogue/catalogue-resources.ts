import { list, object, oneOf, type TypeOf, text } from '@tripline/service';
import { PLATFORM_IDS, TARGET_IDS } from '@tripline/sigma';

/** How much of a Sigma feature a backend can say. */
const support = oneOf(['yes', 'partial', 'no']);

const backend = object({
  id: oneOf(TARGET_IDS),
  outputFormat: text.example('SPL (search processing language)'),
  features: object({ wildcards: support, regex: support, near: support, aggregation: support }),
});
export type Backend = TypeOf<typeof backend>;

/** The backends. */
export const backendsResource = object({ backends: list(backend) });

/** The platforms, their log sources and key fields. */
export const platformsResource = object({
  platforms: list(
    object({
      id: oneOf(PLATFORM_IDS),
      plane: text.example('cloud'),
      logsource: object({ product: text, service: text, categories: list(text) }, ['service', 'categories']).example({
        product: 'aws',
        service: 'cloudtrail',
      }),
      keyFields: list(text.example('eventName')),
    }),
  ),
});

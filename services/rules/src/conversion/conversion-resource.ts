import { byKey, either, integer, list, object, text, uuid } from '@tripline/service';
import { DEPLOY_FORMATS } from '@tripline/sigma';
import { byBackend, issue, note } from '../openapi/shared-fields.js';
import { converted, headline } from '../rules/rule-resource.js';

const deployment = either(
  object({ text, mediaType: text.example('text/plain'), notes: list(note) }),
  object({ error: issue }),
);

/** One document of a text that was converted: the rule, or why it is none. */
const convertedRule = either(
  object(
    {
      document: integer,
      key: uuid,
      ...headline,
      description: text,
      ...converted,
      errors: byBackend(issue).example({}),
      issues: list(issue),
      deployments: byKey(DEPLOY_FORMATS, deployment),
    },
    ['deployments'],
  ),
  object({ document: integer, error: issue }),
).id('ConvertedRule');

/** What a conversion answers, a rule for each document of the text. */
export const conversionResource = object({ rules: list(convertedRule) });

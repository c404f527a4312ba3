import { json } from '@tripline/service';
import { DEPLOY_FORMATS } from '@tripline/sigma';
import { byBackend, issue, note } from '../openapi/shared-fields.js';
import { converted, headline } from '../rules/rule-resource.js';

const deployment = json.either(
  json.object({ text: json.text, mediaType: json.text.example('text/plain'), notes: json.list(note) }),
  json.object({ error: issue }),
);

/** One document of a text that was converted: the rule, or why it is none. */
const convertedRule = json
  .either(
    json.object(
      {
        document: json.integer,
        key: json.uuid,
        ...headline,
        description: json.text,
        ...converted,
        errors: byBackend(issue).example({}),
        issues: json.list(issue),
        deployments: json.byKey(DEPLOY_FORMATS, deployment),
      },
      ['deployments'],
    ),
    json.object({ document: json.integer, error: issue }),
  )
  .id('ConvertedRule');

/** What a conversion answers, a rule for each document of the text. */
export const conversionResource = json.object({ rules: json.list(convertedRule) });

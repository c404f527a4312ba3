import { LIMITS } from '@tripline/sigma';
import { RULE_ANSWER_BYTES_MAX, TEXT_ANSWER_BYTES_MAX } from '../engine/tasks/rule-size.js';
import { describeOperations } from '../openapi/credential.js';
import { conversionResource } from './conversion-resource.js';
import { conversionSchema } from './conversion-schema.js';

/** How `POST /v1/convert` stands in the OpenAPI document. */
export const conversionOperations = describeOperations({
  convertRules: {
    method: 'post',
    path: '/v1/convert',
    tag: 'Conversion',
    summary: 'Convert your own Sigma rules',
    description:
      'One or many YAML documents, with the default pipeline of the caller or their team unless `options.pipelines` names others; `stack`, `index`, `sourcetype` and `table` say where your data is. Nothing is saved, and nothing counts toward the daily generations. ' +
      `A rule may have ${LIMITS.ruleFields} fields, ${LIMITS.ruleNodes} values and groups, and ${RULE_ANSWER_BYTES_MAX} bytes of queries, notes and forms; an answer ${TEXT_ANSWER_BYTES_MAX} bytes of them.`,
    security: 'any',
    scope: 'convert',
    body: conversionSchema,
    success: {
      status: 200,
      description: 'Per document its conversions, notes and findings, or its error.',
      data: conversionResource,
    },
    errors: {
      400: 'No document of the text is a rule, or each is larger than a rule may be, or a pipeline cannot be used; `details` has line and column of each fault.',
      404: 'You have no such pipeline.',
      422: 'The text takes more time or memory than one request may use.',
      503: 'All workers are busy; see Retry-After.',
    },
  },
});

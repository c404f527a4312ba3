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
      'One or many YAML documents, with the default pipeline of the caller or their team unless `options.pipelines` names others; `stack`, `index`, `sourcetype` and `table` say where your data is. Nothing is saved, and nothing counts toward the daily generations.',
    security: 'any',
    scope: 'convert',
    body: conversionSchema,
    success: {
      status: 200,
      description: 'Per document its conversions, notes and findings, or its error.',
      data: conversionResource,
    },
    errors: {
      400: 'No document of the text is a rule, or a pipeline cannot be used; `details` has line and column of each fault.',
      404: 'You have no such pipeline.',
      422: 'The text takes more time or memory than one request may use.',
      503: 'All workers are busy; see Retry-After.',
    },
  },
});

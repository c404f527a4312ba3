import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { documentResource, generationPage, generationResource, progressEvent } from './generation-resource.js';
import { generationBodySchemas, generationChangeSchema, optionsSchema, pageSchema } from './generation-schema.js';

/** How the generation paths stand in the OpenAPI document. */
export const generationOperations = describeOperations({
  generateRules: {
    idempotent: true,
    method: 'post',
    path: '/v1/generate',
    tag: 'Generation',
    summary: 'Generate rules from an advisory',
    description:
      'From an address, a text, an uploaded file (HTML, PDF, Word, RTF, mail with its attachments, text, Markdown, Sigma, YARA, CSV, OpenIOC, STIX 2.1, MISP, CSAF; 10 MB), an ATT&CK technique, your own Sigma rules to check and convert, or a query (KQL, SPL, Lucene, EQL) to read into a rule; what the rule cannot express exactly is in `stats.issues`, a query that no rule can express is refused with line and column. Conversions are saved with the default pipeline of the caller or their team; `options.pipelines`, `stack`, `index`, `sourcetype` and `table` decide which this answer shows. With `Accept: text/event-stream` (which takes no Idempotency-Key) the answer is a stream of `progress` events that ends with one `result` or `error`.',
    security: 'any',
    scope: 'generate',
    body: Object.values(generationBodySchemas),
    otherBodies: {
      'multipart/form-data': json.object(
        { file: json.binary, options: optionsSchema.prefs({ presence: 'optional' }) },
        ['options'],
      ),
    },
    success: {
      status: 200,
      description: 'The rules, with what was found and what was skipped.',
      data: generationResource,
    },
    otherSuccess: { 'text/event-stream': json.text },
    events: { progress: progressEvent, result: json.object({ success: json.exactly(true), data: generationResource }) },
    errors: {
      400: 'The body is not as described, an option names an unknown backend or platform, the Sigma text is broken, no rule can express the query, or the address is not a public one.',
      404: 'You have no such pipeline.',
      409: 'Your storage is full; the error says how many bytes to delete.',
      422: 'The advisory was received and cannot be read.',
      429: "The day's generations or the hour's engine seconds are used up, too many of your requests run and wait, or you made more calls a minute than one user may; see Retry-After.",
      502: "The advisory's server could not be reached or did not answer with a document.",
      503: 'All workers are busy; see Retry-After.',
    },
  },
  listGenerations: {
    method: 'get',
    path: '/v1/generations',
    tag: 'Generation',
    summary: 'List your generations, newest first',
    security: 'any',
    scope: 'rules:read',
    query: pageSchema,
    success: {
      status: 200,
      description: 'A page of generations.',
      data: generationPage,
    },
    errors: {},
  },
  getGeneration: {
    method: 'get',
    path: '/v1/generations/{id}',
    tag: 'Generation',
    summary: 'Read a stored generation',
    security: 'any',
    scope: 'rules:read',
    params: { id: json.uuid },
    success: {
      status: 200,
      description:
        'The generation with its rules as they were then; their conversions use the current default pipeline.',
      data: generationResource,
    },
    errors: { 400: 'The id is not a UUID.', 404: 'You have no such generation.' },
  },
  updateGeneration: {
    method: 'patch',
    path: '/v1/generations/{id}',
    tag: 'Generation',
    summary: 'Give a stored generation another title',
    description: 'Its rules then name that title as their source, and are found by it.',
    security: 'any',
    scope: 'rules:write',
    params: { id: json.uuid },
    body: generationChangeSchema,
    success: { status: 200, description: 'The generation as it is now.', data: generationResource },
    errors: { 400: 'The id is not a UUID, or the title is empty or too long.', 404: 'You have no such generation.' },
  },
  deleteGeneration: {
    method: 'delete',
    path: '/v1/generations/{id}',
    tag: 'Generation',
    summary: 'Delete a stored generation and its document',
    description: 'Its rules stay; delete them separately.',
    security: 'any',
    scope: 'rules:write',
    params: { id: json.uuid },
    success: { status: 200, description: 'It is deleted.', data: json.done },
    errors: { 400: 'The id is not a UUID.', 404: 'You have no such generation.' },
  },
  getGenerationDocument: {
    method: 'get',
    path: '/v1/generations/{id}/document',
    tag: 'Generation',
    summary: 'Read the text that spans point into',
    description: 'Kept for DOCUMENT_RETENTION_DAYS (90 unless configured).',
    security: 'any',
    scope: 'rules:read',
    params: { id: json.uuid },
    success: {
      status: 200,
      description: 'The canonical text and its blocks.',
      data: documentResource,
    },
    errors: { 400: 'The id is not a UUID.', 404: 'You have no such generation, or its document is no longer kept.' },
  },
});

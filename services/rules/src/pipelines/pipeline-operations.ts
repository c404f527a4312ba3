import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { pipelineResource, pipelineRow, savedPipelineResource } from './pipeline-resource.js';
import { pipelineBodySchema } from './pipeline-schemas.js';
import { MOST_PIPELINES } from './pipeline-store.js';

const MISSING = 'You have no such pipeline.';
const NOT_YOURS = "It is the team's, or would be, and you are a plain member.";
const PROVEN =
  'The text is read and tried on sample rules of common log sources; `trial` names what they did not become.';
const REFUSED = 'The text cannot be used; `details` has line and column.';
const WORK = {
  409: `You store all that you may, or ${MOST_PIPELINES} pipelines.`,
  422: 'The text takes more time or memory than one request is given.',
  503: 'All workers are busy; see Retry-After.',
} as const;

/** How the paths of pipelines stand in the OpenAPI document. */
export const pipelineOperations = describeOperations({
  listPipelines: {
    method: 'get',
    path: '/v1/pipelines',
    tag: 'Pipelines',
    summary: 'List your processing pipelines, and your team’s',
    security: 'any',
    scope: 'rules:read',
    success: {
      status: 200,
      description: 'All of them, the oldest first, without their texts.',
      data: json.object({ pipelines: json.list(pipelineRow) }),
    },
    errors: {},
  },
  createPipeline: {
    idempotent: true,
    method: 'post',
    path: '/v1/pipelines',
    tag: 'Pipelines',
    summary: 'Save a processing pipeline',
    description: `YAML in the format of pySigma's processing pipelines. What a caller makes in a team is the team's, and for its owner and admins to make. As \`default\` it takes the place of the default before. ${PROVEN}`,
    security: 'any',
    scope: 'rules:write',
    body: pipelineBodySchema,
    success: { status: 201, description: 'It is saved.', data: savedPipelineResource },
    errors: { 400: REFUSED, 403: NOT_YOURS, ...WORK },
  },
  getPipeline: {
    method: 'get',
    path: '/v1/pipelines/{id}',
    tag: 'Pipelines',
    summary: 'Read a processing pipeline',
    security: 'any',
    scope: 'rules:read',
    params: { id: json.uuid },
    success: { status: 200, description: 'The pipeline with its text.', data: pipelineResource },
    errors: { 400: 'The id is no UUID.', 404: MISSING },
  },
  replacePipeline: {
    method: 'put',
    path: '/v1/pipelines/{id}',
    tag: 'Pipelines',
    summary: 'Replace a processing pipeline',
    description: `Conversions that were made with it are stale from then on, and made anew when somebody reads them. ${PROVEN}`,
    security: 'any',
    scope: 'rules:write',
    params: { id: json.uuid },
    body: pipelineBodySchema,
    success: { status: 200, description: 'The pipeline as it is now.', data: savedPipelineResource },
    errors: { 400: `The id is no UUID, or: ${REFUSED}`, 403: NOT_YOURS, 404: MISSING, ...WORK },
  },
  deletePipeline: {
    method: 'delete',
    path: '/v1/pipelines/{id}',
    tag: 'Pipelines',
    summary: 'Delete a processing pipeline',
    description: 'Conversions that were made with it are stale from then on.',
    security: 'any',
    scope: 'rules:write',
    params: { id: json.uuid },
    success: { status: 200, description: 'It is deleted.', data: json.done },
    errors: { 400: 'The id is no UUID.', 403: NOT_YOURS, 404: MISSING },
  },
});

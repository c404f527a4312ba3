import { type AnswerSchema, json } from '@tripline/service';
import type { ObjectSchema } from 'joi';
import type { CoverageOperation } from '../openapi/credential.js';
import {
  attackVersion,
  coverageDiff,
  coverageSummary,
  gapResource,
  snapshotResource,
  techniqueCoverageResource,
} from './coverage-resources.js';
import { diffQuery, gapQuery, historyQuery, techniqueQuery } from './coverage-schema.js';

const MISSING = 'You have no account with this id, or it has never been scanned.';

const read = (
  id: string,
  path: string,
  summary: string,
  answer: { description: string; data: AnswerSchema },
  more: { query?: ObjectSchema; description?: string } = {},
): CoverageOperation => ({
  id,
  method: 'get',
  path: `/accounts/{id}/coverage${path}`,
  tag: 'Coverage',
  summary,
  security: 'any',
  scope: 'coverage:read',
  params: { id: json.uuid },
  ...more,
  success: { status: 200, ...answer },
  errors: { 404: MISSING },
});

/** How the coverage paths stand in the OpenAPI document. */
export const coverageOperations: readonly CoverageOperation[] = [
  read('getCoverage', '', 'Get account coverage', { description: 'The newest snapshot.', data: coverageSummary }),
  read(
    'listTechniqueCoverage',
    '/techniques',
    'Get technique coverage',
    {
      description: 'The techniques of the newest snapshot, by id.',
      data: json.object({
        cloud_account_id: json.uuid,
        attack_version: attackVersion,
        techniques: json.list(techniqueCoverageResource),
        total: json.integer,
      }),
    },
    { query: techniqueQuery },
  ),
  read(
    'listGaps',
    '/gaps',
    'Get coverage gaps',
    {
      description: 'The gaps, worst first.',
      data: json.object({
        cloud_account_id: json.uuid,
        attack_version: attackVersion,
        gaps: json.list(gapResource),
        total: json.integer,
      }),
    },
    {
      query: gapQuery,
      description:
        'Uncovered techniques by how many groups and campaigns use them; one step up when seen in cloud incidents, one down when partial.',
    },
  ),
  read(
    'listSnapshots',
    '/history',
    'List snapshots',
    {
      description: 'The snapshots, newest first.',
      data: json.object({ cloud_account_id: json.uuid, snapshots: json.list(snapshotResource), total: json.integer }),
    },
    { query: historyQuery },
  ),
  read(
    'compareSnapshots',
    '/diff',
    'Compare two snapshots',
    { description: 'What got better and what got worse.', data: coverageDiff },
    { query: diffQuery },
  ),
  read('getNavigatorLayer', '/navigator', 'Export an ATT&CK Navigator layer', {
    description: 'A layer of format 4.5.',
    data: json.anyObject.description('an ATT&CK Navigator layer'),
  }),
];

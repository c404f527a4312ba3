import { integer, type JsonSchema, list, object, ref, text, uuid } from '@tripline/service';
import type { ObjectSchema } from 'joi';
import type { CoverageOperation } from '../openapi/credential.js';
import { diffQuery, gapQuery, historyQuery, techniqueQuery } from './coverage-schema.js';

const MISSING = 'You have no account with this id, or it has never been scanned.';

const read = (
  path: string,
  summary: string,
  answer: { description: string; data: JsonSchema },
  more: { query?: ObjectSchema; description?: string } = {},
): CoverageOperation => ({
  method: 'get',
  path: `/accounts/{id}/coverage${path}`,
  tag: 'Coverage',
  summary,
  security: 'any',
  params: { id: uuid },
  ...more,
  success: { status: 200, ...answer },
  errors: { 404: MISSING },
});

/** How the coverage paths stand in the OpenAPI document. */
export const coverageOperations: readonly CoverageOperation[] = [
  read('', 'Get account coverage', { description: 'The newest snapshot.', data: ref('CoverageSummary') }),
  read(
    '/techniques',
    'Get technique coverage',
    {
      description: 'The techniques of the newest snapshot, by id.',
      data: object({
        cloud_account_id: uuid,
        attack_version: text,
        techniques: list(ref('TechniqueCoverage')),
        total: integer,
      }),
    },
    { query: techniqueQuery },
  ),
  read(
    '/gaps',
    'Get coverage gaps',
    {
      description: 'The gaps, worst first.',
      data: object({ cloud_account_id: uuid, attack_version: text, gaps: list(ref('Gap')), total: integer }),
    },
    {
      query: gapQuery,
      description:
        'Uncovered techniques by how many groups and campaigns use them; one step up when seen in cloud incidents, one down when partial.',
    },
  ),
  read(
    '/history',
    'List snapshots',
    {
      description: 'The snapshots, newest first.',
      data: object({ cloud_account_id: uuid, snapshots: list(ref('Snapshot')), total: integer }),
    },
    { query: historyQuery },
  ),
  read(
    '/diff',
    'Compare two snapshots',
    { description: 'What got better and what got worse.', data: ref('CoverageDiff') },
    { query: diffQuery },
  ),
  read('/navigator', 'Export an ATT&CK Navigator layer', {
    description: 'A layer of format 4.5.',
    data: { type: 'object', description: 'an ATT&CK Navigator layer' },
  }),
];

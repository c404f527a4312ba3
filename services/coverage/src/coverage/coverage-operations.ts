import { type AnswerSchema, json } from '@tripline/service';
import type { ObjectSchema } from 'joi';
import { attackVersion } from '../openapi/attack-version.js';
import { describeOperations } from '../openapi/credential.js';
import {
  coverageDiff,
  coverageSummary,
  gapResource,
  regions,
  snapshotResource,
  techniqueCoverageResource,
} from './coverage-resources.js';
import { diffQuery, gapQuery, historyQuery, techniqueQuery } from './coverage-schema.js';

const CSV = { 'text/csv': json.text } as const;
const MISSING = 'You have no account with this id, or it has never been scanned.';

const read = <const M extends { query?: ObjectSchema; description?: string; otherSuccess?: typeof CSV } = object>(
  path: string,
  summary: string,
  answer: { description: string; data: AnswerSchema },
  more: M = {} as M,
) => ({
  ...more,
  method: 'get' as const,
  path: `/accounts/{id}/coverage${path}`,
  tag: 'Coverage',
  summary,
  security: 'any' as const,
  scope: 'coverage:read' as const,
  params: { id: json.uuid },
  success: { status: 200 as const, ...answer },
  errors: { 404: MISSING },
});

/** How the coverage paths stand in the OpenAPI document. */
export const coverageOperations = describeOperations({
  getCoverage: read('', 'Get account coverage', { description: 'The newest snapshot.', data: coverageSummary }),
  listTechniqueCoverage: read(
    '/techniques',
    'Get technique coverage',
    {
      description: 'The techniques of the newest snapshot, by id.',
      data: json.object({
        cloud_account_id: json.uuid,
        attack_version: attackVersion,
        regions,
        techniques: json.list(techniqueCoverageResource),
        total: json.integer,
      }),
    },
    { query: techniqueQuery, otherSuccess: CSV, description: 'With `format=csv` all that match, as a file.' },
  ),
  listGaps: read(
    '/gaps',
    'Get coverage gaps',
    {
      description: 'The gaps, worst first.',
      data: json.object({
        cloud_account_id: json.uuid,
        attack_version: attackVersion,
        gaps: json.list(gapResource),
        total: json.integer,
        unknown: json.integer.description(
          'of those that the other filters give: unknown ones, whatever `unknown` says',
        ),
      }),
    },
    {
      query: gapQuery,
      otherSuccess: CSV,
      description:
        'Uncovered techniques by how often they are seen in clouds; one step up when incidents in AWS show them, one down when partial. `actor=chosen` gives those that the account’s chosen actors use, an ATT&CK id those of that group or campaign. An uncovered technique that is `unverified` is unknown, and may be no gap: something that could not be read may notice it. `unknown=false` leaves those out, `unknown=true` gives only them. With `format=csv` all that match, as a file.',
    },
  ),
  listSnapshots: read(
    '/history',
    'List snapshots',
    {
      description: 'The snapshots, newest first.',
      data: json.object({ cloud_account_id: json.uuid, snapshots: json.list(snapshotResource), total: json.integer }),
    },
    { query: historyQuery },
  ),
  compareSnapshots: read(
    '/diff',
    'Compare two snapshots',
    { description: 'What got better and what got worse.', data: coverageDiff },
    { query: diffQuery },
  ),
  getNavigatorLayer: read('/navigator', 'Export an ATT&CK Navigator layer', {
    description: 'A layer of format 4.5.',
    data: json.anyObject.description('an ATT&CK Navigator layer'),
  }),
});

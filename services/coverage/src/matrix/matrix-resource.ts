import { json, type TypeOf } from '@tripline/service';
import { actorName } from '../actors/actor-resource.js';
import { tacticCoverage } from '../counting/shares.js';
import { regions } from '../coverage/coverage-resources.js';
import { attackVersion } from '../openapi/attack-version.js';

/** What a cell of the matrix is drawn from. */
const cell = {
  technique_id: json.text.example('T1685.002'),
  name: json.text.example('Disable or Modify Cloud Log'),
  tactics: json.list(json.text.example('TA0112')),
  status: json.closedOneOf(['covered', 'partial', 'uncovered']),
  unverified: json.yesOrNo.description(
    'whether something that could not be read might change the status; an uncovered technique is then unknown, and no gap',
  ),
  unknown_because: json
    .nullable(json.text)
    .description('why it is unverified; otherwise null')
    .example('guardduty could not be read in eu-west-1.'),
  excluded: json.yesOrNo.description('left out, or the risk is accepted').example(false),
  visible: json
    .nullable(json.yesOrNo)
    .description(
      'whether a log that shows it arrives wherever its events do; null where what keeps logs could not be read',
    )
    .example(true),
  used_by: json
    .list(actorName)
    .description(
      'those of `actors` that use this technique, covered or not; what they use of its parent or children is told there',
    ),
  confidence: json.number.min(0).max(1).example(0.7),
  detection_count: json.integer.example(3),
  effective_detection_count: json.integer.description('those that can fire').example(2),
} as const;

const subTechnique = json.resource('MatrixSubTechnique', cell);

/** A technique of the matrix, with its sub-techniques. */
const matrixTechnique = json.resource('MatrixTechnique', {
  ...cell,
  parent_id: json
    .nullable(json.text)
    .description('of a sub-technique that stands by itself, since its parent is not counted or not asked for')
    .example(null),
  sub_techniques: json.list(subTechnique),
});
export type MatrixTechnique = TypeOf<typeof matrixTechnique>;
export type MatrixCell = TypeOf<typeof subTechnique>;

/** All that the matrix of an account is drawn from, of one snapshot. */
export const matrixResource = json.resource('CoverageMatrix', {
  cloud_account_id: json.uuid,
  attack_version: attackVersion,
  created_at: json.instant.description("the snapshot's"),
  regions,
  actors: json.list(actorName).description('those that `used_by` tells of: the one asked for, else the chosen ones'),
  tactics: json.list(tacticCoverage).description('the columns, in ATT&CK’s order'),
  techniques: json.list(matrixTechnique).description('by id; a technique of several tactics stands here once'),
  total: json.integer.description('techniques and sub-techniques together').example(104),
});

import { json, type TypeOf } from '@tripline/service';

const identity = {
  id: json.text.description('ATT&CK’s id').example('G1015'),
  kind: json.oneOf(['group', 'campaign']),
  name: json.text.example('Scattered Spider'),
} as const;

/** A group or campaign in short. */
export const actorName = json.object(identity);
export type ActorName = TypeOf<typeof actorName>;

/** A group or campaign of ATT&CK. */
export const actorResource = json.resource('Actor', {
  ...identity,
  aliases: json.list(json.text.example('Octo Tempest')),
  technique_count: json.integer.description('techniques that ATT&CK records of it, on any platform').example(66),
  cloud_technique_count: json.integer.description('those that coverage is counted over').example(21),
});
export type ActorResource = TypeOf<typeof actorResource>;

/** What an account would notice of an actor. */
export const actorCoverageResource = json.resource('ActorCoverage', {
  ...identity,
  total_techniques: json.integer.description('of the actor’s, those that coverage is counted over').example(21),
  covered_techniques: json.integer.example(9),
  partial_techniques: json.integer.example(5),
  uncovered_techniques: json.integer.example(7),
  unknown_techniques: json.integer.description('of the uncovered: unverified, so that they may be no gaps').example(1),
  excluded_techniques: json.integer.description('of the total').example(0),
  coverage_percent: json.number.description('100 × covered ÷ total, one decimal').example(42.9),
  uncovered: json.list(json.text.example('T1485')).description('the uncovered that are not excluded, by id'),
  unknown: json.list(json.text.example('T1530')).description('those of `uncovered` that are unknown'),
});
export type ActorCoverageResource = TypeOf<typeof actorCoverageResource>;

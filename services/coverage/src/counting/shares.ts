import { json, type TypeOf } from '@tripline/service';

/** One tactic's share of a snapshot. A technique of several tactics counts in each, so the sums do not add up to the whole. */
export const tacticCoverage = json.object({
  tactic_id: json.text.example('TA0005'),
  tactic: json.text.example('defense-evasion'),
  name: json.text.example('Defense Evasion'),
  total: json.integer.example(20),
  covered: json.integer.example(6),
  partial: json.integer.example(3),
  uncovered: json.integer.example(11),
  unknown: json.integer.description('of the uncovered: those that are unverified').example(1),
});
export type TacticCoverage = TypeOf<typeof tacticCoverage>;

/** One region's share of a snapshot: the techniques whose events arrive in it. */
export const regionCoverage = json.object({
  region: json.text.example('eu-central-1'),
  total: json.integer.example(104),
  covered: json.integer.example(31),
  partial: json.integer.example(12),
  uncovered: json.integer.example(61),
  unknown: json.integer.description('of the uncovered: those of which something there could not be read').example(0),
  unverified: json.integer.example(0),
  coverage_percent: json.number.description('100 × covered ÷ total, one decimal').example(29.8),
});
export type RegionCoverage = TypeOf<typeof regionCoverage>;

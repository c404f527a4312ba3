import type { Prevalence } from '../catalogue.js';
import { cloudLogSources } from '../cloud-log-sources.js';
import { awsEventTable } from './aws-event-table.js';
import { type GapGeneration, gapGeneration } from './gap-generation.js';
import { type LogCost, logCost } from './log-cost.js';
import {
  type CloudPrevalence,
  cloudPrevalenceOf,
  type GapPriority,
  PRIORITIES,
  prevalenceOf,
  prevalenceQuartiles,
  users,
} from './prevalence.js';
import { suggestedAwsDetections } from './suggestions.js';

/** What is known about a technique that an account of a cloud does not cover. */
export interface GapFacts {
  readonly prevalence: Prevalence;
  /** In how many procedures of groups and of campaigns it was used in a cloud, which the priority follows. */
  readonly cloudPrevalence: CloudPrevalence;
  /** Whether public incident reports mention an event of the cloud that shows the technique. */
  readonly usedInWild: boolean;
  /** The cloud's log sources that show the technique, as ATT&CK names them (`AWS:CloudTrail`). */
  readonly logSources: readonly string[];
  /** What the cheapest log that shows it costs. */
  readonly logCost: LogCost;
  readonly priority: GapPriority;
  /** Higher is worse; gaps are ordered by score descending, then id. */
  readonly score: number;
  /** The reasons for the priority, as sentences. */
  readonly reasons: readonly string[];
  /** What to turn on or to write, for people. */
  readonly suggestedDetections: readonly string[];
  /** How to have a rule written for it, or why none can be. */
  readonly generation: GapGeneration;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** The step (0 lowest to 3) that a prevalence in clouds gives, with a sentence that says so. */
function rankOf(total: number): { readonly rank: number; readonly sentence: string } {
  if (total === 0) return { rank: 0, sentence: 'ATT&CK tells of no group or campaign that used it in a cloud.' };
  const [, second = 0, third = 0] = prevalenceQuartiles();
  const seen = `ATT&CK tells of ${count(total, 'group or campaign', 'groups and campaigns')} that used it in a cloud`;
  if (total > third) return { rank: 3, sentence: `${seen}, as of the quarter of AWS techniques seen there most.` };
  if (total > second) return { rank: 2, sentence: `${seen}, more than of half of the AWS techniques seen there.` };
  return { rank: 1, sentence: `${seen}.` };
}

/** The events in incident reports that show a technique, the most often reported first. */
function eventsInWild(techniqueId: string): readonly string[] {
  return (awsEventTable().byTechnique.get(techniqueId) ?? [])
    .filter(
      ({ incidents, techniques }) =>
        incidents > 0 &&
        techniques.some((entry) => entry.techniqueId === techniqueId && entry.strength === 'significant'),
    )
    .sort((a, b) => b.incidents - a.incidents || (a.name < b.name ? -1 : 1))
    .map(({ name, incidents }) => `${name} (${count(incidents, 'incident', 'incidents')})`);
}

/** What the cost of a log adds to a gap's score: of gaps alike, the one that is cheaper to close comes first. */
const CHEAP: Readonly<Record<LogCost, number>> = { included: 9, charged: 4, none: 0 };
const MOST_USERS = 90;

/**
 * The facts of a gap of an AWS account. The priority follows the groups and campaigns that used it in a cloud: more than three quarters of the AWS techniques
 * seen there is critical, more than half high, any medium, none low. It is one step higher when incidents in AWS show the technique, one step lower when no log of AWS does, and one step
 * lower when it is partly covered. The score is 100 for each step of the priority, plus groups and campaigns (at most 90), plus 9 where a
 * log shows it that every account has and 4 where one does that is charged, plus software in thousandths.
 */
export function awsGapFacts(techniqueId: string, state: { readonly partial: boolean }): GapFacts {
  const id = techniqueId.toUpperCase();
  const { prevalence, from } = prevalenceOf(id);
  const cloudPrevalence = cloudPrevalenceOf(id);
  const { rank, sentence } = rankOf(users(cloudPrevalence));
  const wild = eventsInWild(id);
  const cost = logCost(id);
  const used = [
    count(prevalence.groups, 'group', 'groups'),
    count(prevalence.campaigns, 'campaign', 'campaigns'),
    count(prevalence.software, 'piece of software', 'pieces of software'),
  ].join(', ');
  const steps: readonly (readonly [applies: boolean, by: number, reason: string])[] = [
    [wild.length > 0, 1, `Incidents in AWS show it, one step up: ${wild.slice(0, 3).join(', ')}.`],
    [cost === 'none', -1, 'No log of AWS shows it by itself, one step down.'],
    [state.partial, -1, 'Covered in part already, one step down.'],
  ];
  const applying = steps.filter(([applies]) => applies);
  const step = applying.reduce((at, [, by]) => Math.min(Math.max(at + by, 0), PRIORITIES.length - 1), rank);
  const logSources = new Set(cloudLogSources(id).filter((source) => source.startsWith('AWS:')));
  if (awsEventTable().byTechnique.has(id)) logSources.add('AWS:CloudTrail');
  return {
    prevalence,
    cloudPrevalence,
    usedInWild: wild.length > 0,
    logSources: [...logSources].sort(),
    logCost: cost,
    priority: PRIORITIES[step] ?? 'low',
    score:
      step * 100 +
      Math.min(users(cloudPrevalence), MOST_USERS) +
      CHEAP[cost] +
      Math.min(prevalence.software, 999) / 1000,
    reasons: [
      `ATT&CK records it for ${used}${from === id ? '' : ` (counted for ${from}, which it was split from)`}.`,
      sentence,
      ...applying.map(([, , reason]) => reason),
    ],
    suggestedDetections: suggestedAwsDetections(id),
    generation: gapGeneration(id),
  };
}

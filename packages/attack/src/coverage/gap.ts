import type { Prevalence } from '../catalogue.js';
import { cloudLogSources } from '../knowledge.js';
import { awsEventTable } from './aws-event-table.js';
import { type GapPriority, PRIORITIES, prevalenceOf, prevalenceQuartiles, users } from './prevalence.js';
import { suggestedAwsDetections } from './suggestions.js';

/** What is known about a technique that an AWS account does not cover. */
export interface GapFacts {
  readonly prevalence: Prevalence;
  /** Whether public incident reports mention an AWS event that shows the technique. */
  readonly usedInWild: boolean;
  /** AWS log sources that show the technique, as ATT&CK names them (`AWS:CloudTrail`). */
  readonly logSources: readonly string[];
  readonly priority: GapPriority;
  /** Higher is worse; gaps are ordered by score descending, then id. */
  readonly score: number;
  /** The reasons for the priority, as sentences. */
  readonly reasons: readonly string[];
  /** What to turn on or to write, for people. */
  readonly suggestedDetections: readonly string[];
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** The quarter (0 lowest to 3) that a number of groups and campaigns falls in, with a sentence that says so. */
function quarter(total: number): { readonly rank: number; readonly sentence: string } {
  const [first = 0, second = 0, third = 0] = prevalenceQuartiles();
  const figures = `groups and campaigns together: ${total}; quartiles of the AWS techniques: ${first}, ${second}, ${third}`;
  if (total > third) return { rank: 3, sentence: `Used more than three quarters of the AWS techniques (${figures}).` };
  if (total > second) return { rank: 2, sentence: `Used more than half of the AWS techniques (${figures}).` };
  if (total > first) return { rank: 1, sentence: `Used more than a quarter of the AWS techniques (${figures}).` };
  return { rank: 0, sentence: `In the quarter of AWS techniques used least (${figures}).` };
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

/**
 * The facts of a gap. The priority is the quarter that groups + campaigns fall in among the AWS techniques (critical, high, medium, low).
 * It is one step higher when incidents in AWS show the technique, and one step lower when the technique is partly covered. The score is 100
 * for each step of the priority, plus groups and campaigns (at most 99), plus software in thousandths.
 */
export function gapFacts(techniqueId: string, state: { readonly partial: boolean }): GapFacts {
  const id = techniqueId.toUpperCase();
  const { prevalence, from } = prevalenceOf(id);
  const total = users(prevalence);
  const { rank, sentence } = quarter(total);
  const wild = eventsInWild(id);
  const used = [
    count(prevalence.groups, 'group', 'groups'),
    count(prevalence.campaigns, 'campaign', 'campaigns'),
    count(prevalence.software, 'piece of software', 'pieces of software'),
  ].join(', ');
  const reasons = [
    `ATT&CK records it for ${used}${from === id ? '' : ` (counted for ${from}, which it was split from)`}.`,
  ];
  reasons.push(sentence);
  let step = rank;
  if (wild.length > 0) {
    step = Math.min(step + 1, PRIORITIES.length - 1);
    reasons.push(`Incidents in AWS show it, one step up: ${wild.slice(0, 3).join(', ')}.`);
  }
  if (state.partial) {
    step = Math.max(step - 1, 0);
    reasons.push('Covered in part already, one step down.');
  }
  const logSources = new Set(cloudLogSources(id).filter((source) => source.startsWith('AWS:')));
  if (awsEventTable().byTechnique.has(id)) logSources.add('AWS:CloudTrail');
  return {
    prevalence,
    usedInWild: wild.length > 0,
    logSources: [...logSources].sort(),
    priority: PRIORITIES[step] ?? 'low',
    score: step * 100 + Math.min(total, 99) + Math.min(prevalence.software, 999) / 1000,
    reasons,
    suggestedDetections: suggestedAwsDetections(id),
  };
}

import type { GapFacts } from '@tripline/attack';
import { MOST_TITLES, READING_DAYS, type TechniqueReading } from '../techniques-read/reading-model.js';
import { GAP_PRIORITIES } from './coverage-resources.js';

/** What a step of the priority is in the score, and what is below it stays below: `awsGapFacts`. */
const STEP = 100;
const MOST_WITHIN_STEP = 99.999;
/** What is read this often, or lately, puts a gap one step up: an advisory of the last 30 days, or three older ones. */
const RAISING_WEIGHT = 3;
/** What a chosen actor who uses the technique adds: as much as an advisory of the last 30 days. */
const ACTOR_WEIGHT = 3;

/**
 * The facts of a gap with what concerns this team: the advisories that they had read, and the actors that they chose for the account. Each adds to the score as groups and campaigns do, by
 * age; advisories can also raise the priority by one step.
 */
export function rankForTeam(facts: GapFacts, reading: TechniqueReading, chosenActors: number): GapFacts {
  if (reading.count === 0 && chosenActors === 0) return facts;
  const top = GAP_PRIORITIES.length - 1;
  const step = top - GAP_PRIORITIES.indexOf(facts.priority);
  const raised = reading.weight >= RAISING_WEIGHT ? Math.min(step + 1, top) : step;
  const within = facts.score - step * STEP + reading.weight + chosenActors * ACTOR_WEIGHT;
  return {
    ...facts,
    priority: GAP_PRIORITIES[top - raised] ?? facts.priority,
    score: raised * STEP + Math.min(within, MOST_WITHIN_STEP),
    reasons: reading.count === 0 ? facts.reasons : [...facts.reasons, readingSentence(reading, raised > step)],
  };
}

function readingSentence({ count, latest }: TechniqueReading, isRaised: boolean): string {
  const documents = count === 1 ? 'an advisory' : `${count} advisories`;
  const titles = latest.slice(0, MOST_TITLES).map(({ title }) => `“${title}”`);
  const others = count > titles.length ? ` and ${count - titles.length} more` : '';
  const step = isRaised ? ', one step up' : '';
  return `In ${documents} that you read here in the last ${READING_DAYS} days${step}: ${titles.join(', ')}${others}.`;
}

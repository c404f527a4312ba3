import type { PublishedDetectionOutcome } from '@tripline/advisory';
import { PLATFORM_IDS, type PlatformId } from '@tripline/sigma';
import { LOG_NAMES } from '../rule/log-names.js';
import type { Generation } from './generation-model.js';

/** How many reasons are told: those of thirteen logs are mostly the same. */
const MOST_REASONS = 3;

/** What was looked for in a generation without rules, why nothing came of it, and what to try: sentences for its reader. */
export function whyNoRules(generation: Generation, notKept: number): string {
  if (notKept > 0) {
    return notKept === 1
      ? 'The rule that it gave has been deleted since, or its version is no longer kept.'
      : `All ${notKept} rules that it gave have been deleted since, or their versions are no longer kept.`;
  }
  const { options, skipped, source, stats } = generation;
  const covered = Array.isArray(stats['covered']) ? stats['covered'].length : 0;
  if (covered > 0) {
    return `${covered === 1 ? 'The rule' : `All ${covered} rules`} that it gave ${covered === 1 ? 'is' : 'are'} covered by rules of your library already (skipCovered: true).`;
  }
  const logs = logsOf(options.targetProviders);
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].slice(0, MOST_REASONS).join(' ');
  if (source.inputType === 'technique') {
    return `What is known of ${source.title} was looked up for ${logs}. ${reasons}${advice(generation)}`;
  }
  const looked = `${count(stats['characters'])} characters were searched for commands, files, registry values, services, scheduled tasks, addresses, cloud operations, sign-ins and published detections that ${logs} would show.`;
  // Generations from before the engine said it have none.
  const why = typeof stats['reason'] === 'string' ? `${stats['reason']} ` : '';
  return `${why}${looked} ${outcome(generation)}${published(generation)}${reasons}${advice(generation)}`;
}

const logsOf = (chosen: readonly PlatformId[] | undefined): string =>
  chosen === undefined || chosen.length === PLATFORM_IDS.length
    ? `one of the ${PLATFORM_IDS.length} log sources`
    : `the chosen log ${chosen.length === 1 ? 'source' : 'sources'} (${chosen.map((id) => LOG_NAMES[id]).join(', ')})`;

/** Which step was the last that had something. */
function outcome({ indicators, stats, techniques }: Generation): string {
  const [behaviours, drafts] = [count(stats['behaviours']), count(stats['drafts'])];
  const found =
    behaviours === 0
      ? 'None was found'
      : `${behaviours} ${behaviours === 1 ? 'was' : 'were'} found, from which ${drafts === 0 ? 'no rule' : drafts === 1 ? 'one rule' : `${drafts} rules`} could be drafted`;
  const beside = [
    ...(techniques.length === 0
      ? []
      : [`${techniques.length} ${techniques.length === 1 ? 'technique' : 'techniques'}`]),
    ...(indicators.length === 0
      ? []
      : [`${indicators.length} ${indicators.length === 1 ? 'indicator' : 'indicators'}`]),
  ];
  return `${found}${beside.length === 0 ? '' : `, beside ${beside.join(' and ')}`}. `;
}

/** What became of the detections that the document publishes. */
function published({ stats }: Generation): string {
  const outcomes = (stats['publishedDetections'] ?? []) as readonly PublishedDetectionOutcome[];
  const [reason] = outcomes.flatMap(({ reasons }) => reasons);
  if (reason === undefined) return '';
  return `None of the ${outcomes.length} detections that it publishes became a rule: ${reason} `;
}

/** What the caller may change. */
function advice({ options: { minConfidence, targetProviders }, source }: Generation): string {
  if (minConfidence !== undefined && minConfidence > 0) return ` Try a confidence below ${minConfidence}.`;
  if (targetProviders !== undefined && targetProviders.length < PLATFORM_IDS.length) {
    return ' Try it with all log sources.';
  }
  return source.inputType === 'technique'
    ? ' Try an advisory that describes it.'
    : ' Rules come of texts that quote command lines, file names, operations or events.';
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

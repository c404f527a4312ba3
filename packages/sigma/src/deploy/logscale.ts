import { dump } from 'js-yaml';
import type { Note } from '../convert/note.js';
import { aboutRule } from './about.js';
import type { Deployable } from './counted.js';
import { ARRIVAL_SECONDS, countingSchedule } from './schedule.js';

/** Each run reads the quarter of an hour that the one before did not. */
const PLAIN_SECONDS = 900;
const DESCRIPTION_MAX = 5000;

/**
 * A scheduled search in the YAML of LogScale's packages. `query` is the document's `siem_cql` conversion. It reads events ten minutes after
 * they happened, in windows that follow each other, or overlap by a step where the rule counts. It is disabled and has no actions: whose
 * channel is told is the owner's. What the product has no place for stands in the description.
 * @see https://github.com/CrowdStrike/logscale-community-content (Log-Sources/LogScale-Internal/src/scheduled-searches)
 */
export function toLogScaleSearch(source: Deployable, query: string): string {
  const { document, aggregation } = source;
  const { every, window } =
    aggregation === undefined
      ? { every: PLAIN_SECONDS, window: PLAIN_SECONDS }
      : countingSchedule(document, aggregation);
  const about = aboutRule(source, ['level', 'techniques', 'author', 'references', 'false positives', 'identity']);
  const text = (document.description ?? document.title).trimEnd().slice(0, DESCRIPTION_MAX);
  return dump(
    {
      name: document.title,
      description: `${text}\n\n${about.join('\n')}`,
      enabled: false,
      queryString: query,
      queryStart: relative(window + ARRIVAL_SECONDS),
      queryEnd: relative(ARRIVAL_SECONDS),
      schedule: `*/${every / 60} * * * *`,
      timeZone: 'UTC+00:00',
      backfillLimit: 1,
      actionNameReferences: [],
      $schema: 'https://schemas.humio.com/scheduledsearch/v0.1.0',
    },
    { lineWidth: -1 },
  );
}

/** How the search departs from what the document counts. */
export function logScaleNotes({ document, aggregation }: Deployable): readonly Note[] {
  return aggregation === undefined ? [] : [countingSchedule(document, aggregation).note];
}

/** A time before now as LogScale names it. */
function relative(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

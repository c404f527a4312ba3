import { listPattern } from '../../knowledge/word-pattern.js';
import type { ScheduledTask } from '../../model.js';
import { behaviourAt } from '../behaviour-at.js';
import { introducedNames, isOwnName } from '../introduced-names.js';
import type { Reading } from '../kind.js';

const NAMED = listPattern(
  String.raw`\b(?:scheduled )?tasks?\b(?:\s+(?:named|called|name)\s*[:=]?|\s+with the name(?: of)?\s*[:=]?|(?=\s+["“]))\s*["“'‘\x60]?([A-Za-z\\][\w.\\$ -]{2,60}?)(?=["”'’\x60,;)]|\.\s|\s+{after-name}\b)`,
  'gi',
);
const CERTAINTY = 0.75;

/** Finds scheduled tasks by their names in the text. */
export function recogniseScheduledTasks(reading: Reading): readonly ScheduledTask[] {
  return reading.outsideCommands(
    reading.told.flatMap((passage) =>
      introducedNames(passage, NAMED())
        .filter((told) => isOwnName(passage, told))
        .map(({ name, start, end }) =>
          behaviourAt(passage, { start, end }, CERTAINTY, {
            kind: 'scheduled-task' as const,
            value: name,
            platforms: ['endpoint-security'] as const,
            techniques: ['T1053.005'],
          }),
        ),
    ),
  );
}

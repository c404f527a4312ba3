import type { LogEvent } from '../../model.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';

const EVENT_ID = /\b(?:Windows |Security |Sysmon )?Event(?:\s?IDs?|\s?Codes?|ID)\s*[:#=]?\s*(\d{1,5})\b/gi;
const CERTAINTY = 0.8;

/** Finds events of Windows' logs that the text names by their ids. */
export function recogniseLogEvents({ told }: Reading): readonly LogEvent[] {
  return told.flatMap((passage) =>
    [...passage.text.matchAll(EVENT_ID)].map((match) => {
      const id = match[1] as string;
      const end = match.index + match[0].length;
      return behaviourAt(passage, { start: end - id.length, end }, CERTAINTY, {
        kind: 'log-event' as const,
        value: id,
        platforms: ['endpoint-security'] as const,
        techniques: [],
      });
    }),
  );
}

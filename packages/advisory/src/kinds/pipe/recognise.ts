import type { Pipe } from '../../model.js';
import { behaviourAt } from '../behaviour-at.js';
import { introducedNames, isOwnName } from '../introduced-names.js';
import type { Reading } from '../kind.js';

const PATH = /(?:\\\\\.\\|\\)pipe\\([\w.{}$@*-]{3,80})/gi;
/** A pipe that is called by its name alone. */
const NAMED =
  /\bpipes?\s+(?:named|called|with the name(?: of)?)\s*[:=]?\s*["“'‘`]?(?!\\)([\w.{}$@-]{4,80})(?=["”'’`\s,;)]|\.(?!\w))/gi;
const CERTAINTY = 0.9;

/** Finds named pipes by their paths, in sentences and in the arguments of commands. */
export function recognisePipes({ told }: Reading): readonly Pipe[] {
  return told.flatMap((passage) =>
    [
      ...introducedNames(passage, PATH),
      ...introducedNames(passage, NAMED).filter((told) => isOwnName(passage, told)),
    ].map(({ name, start, end }) =>
      behaviourAt(passage, { start, end }, CERTAINTY, {
        kind: 'pipe' as const,
        value: name,
        platforms: ['endpoint-sysmon'] as const,
        techniques: ['T1570'],
      }),
    ),
  );
}

import type { Pipe } from '../../model.js';
import { behaviourAt } from '../behaviour-at.js';
import { introducedNames } from '../introduced-names.js';
import type { Reading } from '../kind.js';

const PATH = /(?:\\\\\.\\|\\)pipe\\([\w.{}$@*-]{3,80})/gi;
const CERTAINTY = 0.9;

/** Finds named pipes by their paths, in sentences and in the arguments of commands. */
export function recognisePipes({ told }: Reading): readonly Pipe[] {
  return told.flatMap((passage) =>
    introducedNames(passage, PATH).map(({ name, start, end }) =>
      behaviourAt(passage, { start, end }, CERTAINTY, {
        kind: 'pipe' as const,
        value: name,
        platforms: ['endpoint-sysmon'] as const,
        techniques: ['T1570'],
      }),
    ),
  );
}

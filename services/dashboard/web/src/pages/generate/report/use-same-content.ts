import { useRef } from 'react';
import type { Rules } from '../../../api/clients.js';

type Generation = Rules['Generation'];

/** The report as it was first shown, as long as only what was decided about its rules has changed: the text is then not marked anew. */
export function useSameContent(generation: Generation): Generation {
  const kept = useRef(generation);
  if (!sameContent(kept.current, generation)) kept.current = generation;
  return kept.current;
}

const sameContent = (a: Generation, b: Generation): boolean =>
  a === b ||
  (a.id === b.id &&
    a.indicators === b.indicators &&
    a.techniques === b.techniques &&
    a.rules.length === b.rules.length &&
    a.rules.every((rule, index) => {
      const other = b.rules[index];
      return rule.key === other?.key && rule.evidence === other.evidence && rule.attribution === other.attribution;
    }));

import { techniques } from '@tripline/attack';
import { confidenceAt } from '../attribute/attribute.js';
import { once } from '../once.js';
import type { Passage } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';
import type { TechniqueHit } from './technique-hit.js';

interface NamedTechnique {
  readonly id: string;
  readonly name: string;
}

/** Names of two or more words, longest first. A name that sub-techniques of several parents share means none of them. */
const nameIndex = once((): ReadonlyMap<string, readonly NamedTechnique[]> => {
  const count = new Map<string, number>();
  for (const { name } of techniques()) count.set(name, (count.get(name) ?? 0) + 1);
  const index = new Map<string, NamedTechnique[]>();
  for (const { id, name } of techniques()) {
    if (!name.includes(' ') || (count.get(name) ?? 0) > 1) continue;
    const first = name.split(' ')[0] as string;
    index.set(first, [...(index.get(first) ?? []), { id, name }]);
  }
  for (const list of index.values()) list.sort((a, b) => b.name.length - a.name.length);
  return index;
});

/** Technique names written as in ATT&CK (with capitals). */
export function techniqueNameHits(passage: Passage): readonly TechniqueHit[] {
  const hits: TechniqueHit[] = [];
  const index = nameIndex();
  for (const match of passage.text.matchAll(/(?<![\w-])[A-Z][\w/-]*/g)) {
    const candidates = index.get(match[0]);
    if (candidates === undefined) continue;
    const found = candidates.find(
      ({ name }) =>
        passage.text.startsWith(name, match.index) && !isWordCharacter(passage.text[match.index + name.length]),
    );
    if (found === undefined) continue;
    const end = match.index + found.name.length;
    hits.push({
      id: found.id,
      start: passage.start + match.index,
      end: passage.start + end,
      confidence: Math.max(0.45, confidenceAt(passage, match.index, end, 0.7)),
    });
  }
  return hits;
}

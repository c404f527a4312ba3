import { lazyData } from '../data-file.js';
import type { UntypedBehaviour } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import { type Passage, sentenceAround } from './passage.js';

/** A registry value known by its name alone. */
export interface KnownRegistryValue {
  /** What intruders set it to, as Sysmon writes it. */
  readonly set: readonly string[];
  /** What that does, as the end of a sentence. */
  readonly does: string;
  readonly technique: string;
}

const table = lazyData(
  'registry-values.json',
  (raw: Readonly<Record<string, KnownRegistryValue>>) => new Map(Object.entries(raw)),
);

/** What is known of a value's name; undefined for others. */
export function knownRegistryValue(name: string): KnownRegistryValue | undefined {
  return table().get(name);
}

const NAME = /(?<![\w.-])[A-Za-z]{1,3}\w*[A-Z]\w{3,40}(?![\w(])/g;
const CHANGED =
  /\b(?:set(?:s|ting)?|creat(?:es?|ed|ing)|add(?:s|ed|ing)?|writ(?:es?|ten|ing)|wrote|modif(?:y|ies|ied|ying)|chang(?:es?|ed|ing)|disabl(?:es?|ed|ing)|enabl(?:es?|ed|ing)|turn(?:s|ed)? o(?:n|ff)|edit(?:s|ed)?|tamper(?:s|ed)?)\b/i;
const CERTAINTY = 0.7;

/** Finds registry values that everybody who defends Windows knows by name, told as set: "the value fDenyTSConnections is set to 0". */
export function findRegistryValues(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(NAME)].flatMap((match) => {
      const known = knownRegistryValue(match[0]);
      if (known === undefined) return [];
      const at = { start: match.index, end: match.index + match[0].length };
      const sentence = sentenceAround(passage.text, at.start, at.end);
      if (!CHANGED.test(passage.text.slice(sentence.start, sentence.end))) return [];
      return [
        behaviourAt(passage, at, CERTAINTY, {
          kind: 'registry',
          value: match[0],
          platforms: ['endpoint-sysmon'],
          details: { known: match[0] },
          techniques: [known.technique],
        }),
      ];
    }),
  );
}

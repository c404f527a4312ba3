import { attributionFactor } from '../../attribute/attribute.js';
import { compilePhrases, findPhrases, type PhraseTable, tokensOf } from '../../knowledge/cues.js';
import { wordSet, words } from '../../knowledge/load.js';
import type { SideLoading, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';

const LIBRARY = /(?<![\w\\/.-])[\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.dll(?![\w-]|\.\w)/gi;
const PROGRAM = /(?<![\w\\/.-])[\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe(?![\w-])/gi;
const CERTAINTY = 0.75;

let phrases: PhraseTable | undefined;

/** Finds a program and the library it was made to load: the only program and the only library of a sentence about it. */
export function recogniseSideLoading(reading: Reading): readonly SideLoading[] {
  return reading.outsideCommands(reading.told.flatMap(pairsIn));
}

function pairsIn(passage: Passage): readonly SideLoading[] {
  return [...passage.text.matchAll(LIBRARY)].flatMap((match) => {
    const at = { start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(passage.text, at.start, at.end);
    const host = tellsSideLoading(passage, sentence)
      ? hostIn(passage.text.slice(sentence.start, sentence.end))
      : undefined;
    if (host === undefined) return [];
    const hostAt = passage.start + sentence.start + host.index;
    return [
      behaviourAt(passage, at, CERTAINTY * attributionFactor(passage, at.start, at.end), {
        kind: 'side-loading' as const,
        value: `${host[0]} -> ${match[0]}`,
        platforms: ['endpoint-sysmon'] as const,
        techniques: ['T1574.001'],
        host: { name: host[0], start: hostAt, end: hostAt + host[0].length },
        library: match[0],
      }),
    ];
  });
}

function tellsSideLoading(passage: Passage, sentence: Span): boolean {
  phrases ??= compilePhrases({ sideLoaded: words('told-side-loading') });
  return findPhrases(tokensOf(passage), phrases).some(
    ({ start, end }) => start >= sentence.start && end <= sentence.end,
  );
}

/** The only program of a sentence with one library. Programs that load any library do not count. */
function hostIn(sentence: string): RegExpExecArray | undefined {
  const libraries = new Set([...sentence.matchAll(LIBRARY)].map(([name]) => name.toLowerCase()));
  const programs = [...sentence.matchAll(PROGRAM)];
  const names = new Set(programs.map(([name]) => name.toLowerCase()));
  const [host] = programs;
  if (host === undefined || libraries.size !== 1 || names.size !== 1) return undefined;
  return wordSet('library-loaders').has(host[0].toLowerCase()) ? undefined : host;
}

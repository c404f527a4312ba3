import { isCompared } from '../attribute/attribute.js';
import { tokensOf } from '../attribute/cues.js';
import { isListedAsTarget } from '../attribute/mentioned-programs.js';
import { startsOf, wordSet, wordTexts } from '../knowledge/load.js';
import { hasWordOf, listPattern } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import { once, onceEach } from '../once.js';
import { type Passage, sentenceAround } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';
import { isExe, QUOTES, trimEndOf, withoutEnding } from '../text/ends.js';
import { splitAtBlanks } from '../text/shape.js';
import { stretchesOf } from '../text/stretches.js';
import { isCmdlet } from './command/cmdlets.js';

/** A tool that a sentence names, and what the logs show of it. */
export interface NamedTool extends Span {
  /** The files that it runs as, without `.exe`. */
  readonly programs: readonly string[];
  /** The functions of its scripts. */
  readonly functions: readonly string[];
}

interface Row {
  readonly name: string;
  readonly shown: readonly string[];
}

/** The tools by the first word of their names. */
const rows = once(() => {
  const byWord = new Map<string, Row[]>();
  const all = new Map([...wordTexts('remote-tools'), ...wordTexts('named-tools')]);
  for (const [name, shown] of all) {
    const [first] = stretchesOf(name, isWordCharacter);
    if (first !== undefined)
      byWord.set(first.text, [...(byWord.get(first.text) ?? []), { name, shown: shown.split(', ') }]);
  }
  return byWord;
});

/** The tools of a passage that its sentences say somebody used. Read once: their programs and their functions are asked for by two kinds. */
export const namedTools = onceEach(new WeakMap<Passage, readonly NamedTool[]>(), toolsNamedIn);

function toolsNamedIn(passage: Passage): readonly NamedTool[] {
  const lower = passage.text.toLowerCase();
  return stretchesOf(lower, isWordCharacter).flatMap(({ text, start }) =>
    (rows().get(text) ?? []).flatMap(({ name, shown }) => {
      const at = { start, end: start + name.length };
      if (!lower.startsWith(name, start) || !isWhole(lower, at) || !isUsed(passage, name, at)) return [];
      return [
        {
          ...at,
          programs: shown.filter(isExe).map((program) => withoutEnding(program, '.exe')),
          functions: isBeforeFunction(passage.text, at.end) ? [] : shown.filter((each) => !isExe(each)),
        },
      ];
    }),
  );
}

/** Whether the one function of a tool that is meant stands right behind its name. */
function isBeforeFunction(text: string, end: number): boolean {
  const [next = ''] = splitAtBlanks(text.slice(end, end + FUNCTION_MAX).trimStart());
  return isCmdlet(trimEndOf(next, `${QUOTES}.,;:)`));
}

const FUNCTION_MAX = 60;

/** Whether a name is no part of a path, an address or a longer name. */
function isWhole(text: string, { start, end }: Span): boolean {
  const [before, next] = [text.charAt(start - 1), text.charAt(end)];
  if (before !== '' && '.\\/@-'.includes(before)) return false;
  return !(isWordCharacter(next) || next === '@' || next === '-' || (next === '.' && isWordCharacter(text[end + 1])));
}

/** A name of several words in a list of tools says enough; one of a single word is also that of a product that anybody may have. */
function isUsed(passage: Passage, name: string, at: Span): boolean {
  const sentence = sentenceAround(passage.text, at.start, at.end);
  if (isListedAsTarget(passage.text.slice(sentence.start, at.start)) || isCompared(passage, at)) return false;
  const words = passage.text.slice(sentence.start, sentence.end);
  if (!name.includes(' ') && (!isPutToUse(passage.text, sentence, at) || startsOf('exploit-words').test(words)))
    return false;
  return !isMerelyNamed(passage.text, at);
}

/** How many words may stand between a verb and the tools that are its object, a list of them, and between a tool and what was done with it. */
const REACH = { before: 14, behind: 8 } as const;

/** Whether a tool is the object of a verb of using it, before it or, in the passive, behind it. */
function isPutToUse(text: string, sentence: Span, at: Span): boolean {
  const isVerb = (word: string | undefined): boolean => wordSet('put-to-use').has(word ?? '');
  const before = tokensOf(text.slice(sentence.start, at.start))
    .map((token) => token.text)
    .slice(-REACH.before);
  const verb = before.findLastIndex(isVerb);
  // "Used in tools such as" says who else has it, and "the use of" may be anybody's.
  const next = before[verb + 1] ?? '';
  if (verb >= 0 && next !== 'of' && !wordSet('prepositions').has(next)) return true;
  const behind = tokensOf(text.slice(at.end, sentence.end))
    .map((token) => token.text)
    .slice(0, REACH.behind);
  return behind.some((word, i) => isVerb(word) && behind.slice(0, i).some((be) => wordSet('forms-of-be').has(be)));
}

/** Words that introduce some tools as examples of a kind. */
const EXAMPLES = listPattern(
  String.raw`\b{tool-kinds}\b[^.;]{0,40}\b(?:such as|like|including|e\.g\.)[^.;]{0,80}$`,
  'i',
);

/** How far behind a tool it may be said that it is there for anybody. */
const PUBLISHED_NEAR = 50;

/** Whether a tool's sentence says that it exists rather than that someone used it. */
export function isMerelyNamed(text: string, at: Span): boolean {
  const sentence = sentenceAround(text, at.start, at.end);
  const words = text.slice(sentence.start, sentence.end);
  return (
    !startsOf('tool-used').test(words) &&
    hasWordOf('tool-published', words) &&
    (EXAMPLES().test(text.slice(sentence.start, at.start)) ||
      hasWordOf('tool-published', text.slice(at.end, Math.min(sentence.end, at.end + PUBLISHED_NEAR))))
  );
}

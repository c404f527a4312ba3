import { type Token, tokensOf } from '../../attribute/cues.js';
import { isVerb as isDeedVerb, isVerbOf } from '../../deeds/verbs.js';
import type { DraftValue } from '../../draft/rule-draft.js';
import type { SeenOnce } from '../../knowledge/behaviour.js';
import { wordSet } from '../../knowledge/load.js';
import type { AdvisoryDocument, Span } from '../../model.js';
import { passageAt, passagesOf, sentenceAround } from '../../segment/passage.js';
import { type ToolKnowledge, toolOf } from '../../segment/programs.js';
import { isBlank, isLetter } from '../../text/characters.js';
import { isExe } from '../../text/ends.js';

/** The slot of a selection for the programs that the text tells of. */
export const PROGRAMS_SLOT = '{programs}';
const ENDING = '.exe';
/** Characters before a word that is part of a name, a path or an address. */
const NAME_PARTS = '.\\/-_@{}[]';
/** The option of a shell behind which its own program stands. */
const OF_SHELLS: ReadonlySet<string> = new Set(['c', 'k']);
/** How many words may stand between what leads to a means and the program: "through the legitimate". */
const WORDS_TO_PROGRAM = 3;
/** Words by which a sentence speaks of what a list names. */
const OF_LISTS: ReadonlySet<string> = new Set(['commands', 'following']);
/** How many blocks behind a sentence that names no program are read as the list that it leads to. */
const LIST_MAX = 12;

/**
 * The programs of Windows that sentences about a behaviour name, or else the lists behind them, as the end of an image's path. Those that its
 * selection has already, of parents as well, are not told again.
 */
export function toldPrograms(
  doc: AdvisoryDocument,
  places: readonly Span[],
  selection: SeenOnce['selection'],
): readonly DraftValue[] {
  const known = new Set(selection.flatMap((values) => Object.values(values).flat()));
  const found = new Map<string, DraftValue>();
  for (const place of places) {
    const own = programsIn(doc, sentenceAround(doc.text, place.start, place.end));
    for (const value of own.length > 0 ? own : listBehind(doc, place).flatMap((item) => programsIn(doc, item, true)))
      if (!known.has(value.literal) && !found.has(String(value.literal))) found.set(String(value.literal), value);
  }
  return [...found.values()];
}

/** The items of the list that a sentence about commands leads to, before the next heading. */
function listBehind(doc: AdvisoryDocument, { start }: Span): readonly Span[] {
  const passage = passageAt(doc, start);
  if (passage === undefined) return [];
  const sentence = sentenceAround(doc.text, start, start);
  if (!tokensOf(doc.text.slice(sentence.start, sentence.end)).some(({ text }) => OF_LISTS.has(text))) return [];
  const all = passagesOf(doc);
  const from = all.indexOf(passage) + 1;
  const behind = all.slice(from, from + LIST_MAX);
  const heading = behind.findIndex(({ block }) => block.type === 'heading');
  return behind
    .slice(0, heading < 0 ? undefined : heading)
    .flatMap(({ block }) => (block.type === 'list-item' ? [block] : []));
}

/** The programs of a sentence that something is said to run, or of a list's item, which has no verb of its own. */
function programsIn({ text }: AdvisoryDocument, { start, end }: Span, isItem = false): readonly DraftValue[] {
  const tokens = tokensOf(text.slice(start, end), start);
  return tokens.flatMap((token, at): readonly DraftValue[] => {
    const tool = toolOf(token.text);
    if (tool === undefined || tool.builtin || !tool.systems.includes('windows')) return [];
    const led = tokens.slice(0, at);
    if (NAME_PARTS.includes(text[token.start - 1] ?? ' ') || !(isItem ? !led.some(isVerb) : isRun(led))) return [];
    if (!isMeantAsProgram(text, token, tokens[at + 1]?.text, tool) && !(isItem && isMeans(led.at(-1)))) return [];
    return [{ literal: `\\${tool.name}${ENDING}`, origin: { start: token.start, end: token.end } }];
  });
}

/** Whether a name that may be a word of English stands as a program: with its ending, an option or a sub-command. */
function isMeantAsProgram(
  text: string,
  { end }: Span,
  next: string | undefined,
  { name, verbs }: ToolKnowledge,
): boolean {
  const rest = text.slice(end, end + ENDING.length).toLowerCase();
  const isOption = isBlank(rest[0]) && '-/'.includes(rest[1] ?? ' ') && isLetter(rest[2]);
  return verbs === undefined || verbs.has(next ?? '') || isOption || isExe(`${name}${rest}`);
}

/** Whether the last verb of some words is one of running or using what stands behind, which is no means of it and no shell's own argument. */
function isRun(led: readonly Token[]): boolean {
  const verb = led.findLast(isVerb)?.text ?? '';
  const isRunning =
    wordSet('put-to-use').has(verb) ||
    wordSet('starts-others').has(verb) ||
    isVerbOf(['executed', 'started', 'called'], verb);
  return isRunning && !led.slice(-WORDS_TO_PROGRAM).some(isMeans) && !OF_SHELLS.has(led.at(-1)?.text ?? '');
}

const isVerb = ({ text }: Token): boolean =>
  isDeedVerb(text) || wordSet('put-to-use').has(text) || wordSet('starts-others').has(text);

const isMeans = (word: Token | undefined): boolean => wordSet('by-means-of').has(word?.text ?? '');

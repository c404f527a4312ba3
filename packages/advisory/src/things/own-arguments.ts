import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isVerbOf } from '../deeds/verbs.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { isBlank } from '../text/characters.js';
import { CLOSING_OF, isExe } from '../text/ends.js';
import type { Page } from './page.js';
import { toldOptions } from './told-arguments.js';

const RUN = ['executed', 'started', 'called'] as const;
const LENGTH_MAX = 80;
const SHORTEST = 2;
/** What may stand between the word and its value. */
const BETWEEN_MAX = 3;
const TITLE = 'Program Run With A Reported Argument';

/**
 * Finds the arguments with which a text says that a program of the intruder's own was run: "fen.exe is then executed with the argument
 * "--svc 91"", "with the -k and /quiet switches". The program makes a short argument telling.
 */
export function findOwnArguments({ doc, indicators }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  return indicators.flatMap((indicator): readonly FoundThing[] => {
    const { type, value, spans } = indicator;
    if (type !== 'file-name' || !isExe(value) || isStockProgram(value) || !isActorsFile(doc, indicator)) return [];
    const found = spans
      .filter(({ start }) => passageAt(doc, start)?.block.type !== 'code')
      .map((span) => ({ span, given: argumentsOf(doc.text, span) }))
      .find(({ given }) => given.length > 0);
    return (found?.given ?? []).map((given) => ({
      thing: 'command-line',
      value: doc.text.slice(given.start, given.end),
      deed: 'executed',
      title: TITLE,
      spans: [given],
      beside: [{ thing: 'process', value, spans: [found?.span as Span] }],
    }));
  });
}

/** The quoted text behind "argument" in a sentence that says its one program was run, else the options that it calls so. */
function argumentsOf(text: string, program: Span): readonly Span[] {
  const sentence = sentenceAround(text, program.start, program.end);
  const tokens = tokensOf(text.slice(sentence.start, sentence.end), sentence.start);
  const programs = tokens.filter(
    ({ text: word, end }, at) => word !== 'exe' && tokens[at + 1]?.text === 'exe' && text[end] === '.',
  );
  if (programs.length !== 1 || !tokens.some(isRun) || tokens.some(isAsked)) return [];
  for (const token of tokens) {
    if (token.start < program.end || !wordSet('option-words').has(token.text)) continue;
    const given = quotedBehind(text, token.end);
    if (given !== undefined) return [given];
  }
  // The options come with a blank before them, which the text need not have.
  return toldOptions(text, tokens, program, true).flatMap((option) => {
    const start = text.indexOf(option.slice(1), program.end);
    return start < 0 ? [] : [{ start, end: start + option.length - 1 }];
  });
}

function isRun({ text }: Token): boolean {
  return isVerbOf(RUN, text);
}

function isAsked({ text }: Token): boolean {
  return wordSet('asked-not-run').has(text);
}

function quotedBehind(text: string, from: number): Span | undefined {
  let open = from;
  while (open - from < BETWEEN_MAX && (isBlank(text[open]) || text[open] === ':')) open += 1;
  const closing = CLOSING_OF.get(text[open] ?? ' ');
  const length = closing === undefined ? -1 : text.slice(open + 1, open + 1 + LENGTH_MAX).indexOf(closing);
  if (length < SHORTEST || text.slice(open + 1, open + 1 + length).includes('\n')) return undefined;
  return { start: open + 1, end: open + 1 + length };
}

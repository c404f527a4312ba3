import { bareName, isReconTool, type ToolKnowledge, toolOf } from './tools.js';
import { isArgument, isFunctionWord, isOperator, type Word } from './words.js';

/** No command in prose is longer: what runs on past it is cut. */
const WORDS_MAX = 60;

/**
 * Where a command that begins with `words[0]` ends when prose follows it: the offset after its last word, and whether anything of it shows
 * that it is a command (an option, a path, a known sub-command). The walk takes arguments, known sub-commands and the values of options, and
 * stops at the first word that sentences are made of.
 */
export function commandEnd(
  words: readonly Word[],
  tool: ToolKnowledge | undefined,
): { readonly end: number; readonly proven: boolean } {
  const head = words[0] as Word;
  let end = head.end;
  let proven = false;
  let verbs = tool?.verbs;
  let afterOption = false;
  let expectsHead = false;
  let afterHead = true;
  for (let index = 1; index < words.length && index <= WORDS_MAX; index += 1) {
    const word = words[index] as Word;
    const text = word.text;
    if (isOperator(text)) {
      if (index + 1 >= words.length) break;
      expectsHead = /[|&;]$/.test(text);
      afterOption = !expectsHead;
      proven = true;
      continue;
    }
    const bare = text.replace(/[.,;:!?)]+$/, '');
    const sentenceEnds = endsSentence(text, words[index + 1]);
    if (expectsHead) {
      const next = toolOf(bare);
      if (next === undefined && !isArgument(bare)) break;
      verbs = next?.verbs;
      end = word.start + bare.length;
      expectsHead = false;
      afterHead = true;
      if (sentenceEnds) break;
      continue;
    }
    const known = verbs?.has(bare.toLowerCase()) === true;
    if (
      !known &&
      proven &&
      !afterSwitch(words[index - 1]) &&
      (beginsAnother(bare) || isToldAgain(bare, words[index + 1]))
    )
      break;
    if (known || isArgument(text)) {
      if (!known && !word.quoted && isProsePath(text)) break;
      if (!known && word.quoted && !proven && isFunctionWord(words[index + 1]?.text ?? '')) break;
      end = trimmedEnd(word);
      proven = true;
      afterOption = !word.quoted && /^[-–—/+]/.test(text) && !/[:=]./.test(text);
      afterHead = false;
      // `powershell`, `cmd /c tool …`: the rest has the inner tool's sub-commands.
      if (/^[-/][ck]$/i.test(bare)) {
        const inner = toolOf(words[index + 1]?.text ?? '');
        if (inner !== undefined) {
          verbs = inner.verbs ?? verbs;
          afterOption = true;
        }
      }
      if (sentenceEnds) break;
      continue;
    }
    if (isFunctionWord(bare) && !(afterOption && /^[A-Z]+$/.test(bare))) break;
    if (beginsSentence(bare, words[index - 1], words[index + 1])) break;
    if (beginsAnother(bare) && words.length > index + 1 && !afterOption) break;
    const next = words[index + 1];
    const valueOfOption = afterOption && /^[\w.@+-]+$/.test(bare);
    const leadsOn =
      (afterHead || proven) &&
      /^[\w.@+-]+$/.test(bare) &&
      next !== undefined &&
      !sentenceEnds &&
      (/^[-–—/][A-Za-z?-]/.test(next.text) || /^(?:\||>{1,2}|&{1,2})$/.test(next.text)) &&
      !/^[A-Z][a-z]+$/.test(bare);
    if (!valueOfOption && !leadsOn) break;
    end = trimmedEnd(word);
    if (leadsOn && toolOf(bare) !== undefined) verbs = toolOf(bare)?.verbs ?? verbs;
    afterOption = false;
    afterHead = false;
    if (sentenceEnds) break;
  }
  return { end, proven };
}

/** `/c` and `-c` are followed by a command of their own. */
function afterSwitch(word: Word | undefined): boolean {
  return word !== undefined && /^["'“]?[-/][ckr]$/i.test(word.text);
}

/** A tool's plain name after a finished command begins the next of a list that has lost its line breaks. */
function beginsAnother(word: string): boolean {
  const tool = toolOf(word);
  return tool !== undefined && isReconTool(tool.name) && /^[a-z]+(?:\.exe)?$/.test(word);
}

/** A program's name and then its command line: the next row of a process table that has lost its lines. */
function isToldAgain(word: string, next: Word | undefined): boolean {
  return /\.exe$/i.test(word) && next !== undefined && bareName(word) === bareName(next.text);
}

/** "A" with a word of prose after it is no value, nor is "Several" after a switch of one letter. */
function beginsSentence(word: string, before: Word | undefined, next: Word | undefined): boolean {
  if (next === undefined || !/^[a-z]{2,}$/.test(next.text)) return false;
  return word === 'A' || (/^[A-Z][a-z]{2,}$/.test(word) && /^\/[A-Za-z]$/.test(before?.text ?? ''));
}

/** `and/or`, `client/server`, `2020/2021`: slashes of prose. */
function isProsePath(text: string): boolean {
  return /^[a-z]{2,}\/[a-z]{2,}[.,;:)]*$/i.test(text) && !/\.[a-z]{2,4}$/i.test(text);
}

/** A word closes its sentence when it ends in punctuation that belongs to no file name, quote or drive. */
function endsSentence(text: string, next: Word | undefined): boolean {
  if (/[.!?;,:]$/.test(text)) {
    if (next === undefined) return true;
    if (/[;]$/.test(text)) return false;
    return /^[A-Z“"'(]/.test(next.text) || isFunctionWord(next.text) || /[,:]$/.test(text);
  }
  return text.endsWith(')') && !text.includes('(') && !/["'”]\)$/.test(text);
}

/** The end of a word without the punctuation of the sentence around it. */
function trimmedEnd(word: Word): number {
  const closing = /[.,;:!?]+$/.exec(word.text)?.[0].length ?? 0;
  let end = word.end - closing;
  const text = word.text.slice(0, word.text.length - closing);
  if (text.endsWith(')') && !text.includes('(')) end -= 1;
  return end;
}

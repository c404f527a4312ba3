import { isKnownCmdlet, techniquesOfCmdlet } from '@tripline/attack';
import { confidenceAt } from '../../attribute/attribute.js';
import { startsOf, wordSet, words, wordTexts } from '../../knowledge/load.js';
import type { ScriptText, Span } from '../../model.js';
import { once } from '../../once.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isFunctionWord, wordsOf } from '../../segment/words.js';
import { isCapital, isLetter } from '../../text/characters.js';
import { closesWith, opensWith } from '../../text/ends.js';
import { hasAnyPart, isMadeOf, literalPattern } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import { isCmdlet } from '../command/cmdlets.js';
import { isTellingScript, scriptParts } from '../command/script-parts.js';
import type { Reading } from '../kind.js';
import { namedTools } from '../named-tools.js';

const CMDLET = /(?<![\w./\\-])([A-Z][a-z]+(?:[A-Z][a-z]+)?-[A-Z]\w{2,50})(?![\w-])/g;
const typePattern = (name: string): string => name.split('*').map(literalPattern).join('\\w+');

const TYPES = once(
  () =>
    new RegExp(
      `(?<![\\w.])\\[?(?:System\\.)?(?:${words('script-types').map(typePattern).join('|')})|\\.(?:Download|Upload)(?:String|File|Data)\\b|\\.OpenRead\\b`,
      'gi',
    ),
);

/** Finds PowerShell: a line of code that calls cmdlets or .NET types known from attacks, or such a name by itself. */
export function recogniseScriptText({ told }: Reading): readonly ScriptText[] {
  return told.flatMap((passage) => [
    ...scriptLines(passage),
    ...calls(passage),
    ...scriptOf(passage),
    ...functionsOfTools(passage),
  ]);
}

const LINE_MAX = 4000;
/** Most characters behind the last telling name, up to the bracket that closes its arguments. */
const REST_MAX = 300;

/** Lines of script without a command line that starts them: from the first telling name to the end of the line. */
function scriptLines(passage: Passage): readonly ScriptText[] {
  const found: ScriptText[] = [];
  let lineStart = 0;
  for (const whole of passage.text.split('\n')) {
    const line = whole.slice(0, LINE_MAX);
    const parts = scriptParts(line);
    const first = parts[0];
    const last = parts.at(-1);
    if (first !== undefined && last !== undefined && isTellingScript(line, parts)) {
      const start = lineStart + first.start;
      const close = skip(line, last.end, (character) => character !== ')', REST_MAX);
      const end = lineStart + (line[close] === ')' ? close + 1 : close);
      found.push({
        kind: 'script-text',
        value: passage.text.slice(start, end),
        start: passage.start + start,
        end: passage.start + end,
        platforms: ['endpoint-powershell'],
        confidence: confidenceAt(passage, start, end, passage.block.type === 'code' ? 0.95 : 0.85),
        role: passage.block.role,
        form: 'line',
        known: true,
        techniques: [
          'T1059.001',
          ...(hasAnyPart(line.toLowerCase(), ['download', 'webrequest', 'bitstransfer']) ? ['T1105'] : []),
        ],
      });
    }
    lineStart += whole.length + 1;
  }
  return found;
}

/** A cmdlet at the beginning of a line, or after a prompt or an assignment. */
const CALL =
  /^[ \t]*(?:PS[^>\n]{0,100}>[ \t]*|\([\w.:/ -]{1,60}\) ?>[ \t]+\w{2,12}[ \t]+)?(?:\$\w{1,40}[ \t]*=[ \t]*)?(?=[A-Z][A-Za-z]{2,15}-[A-Z]\w)/gm;

/** Whether a word is a parameter of a cmdlet: `-Path`. */
const isParameter = (word: string): boolean =>
  word[0] === '-' && isCapital(word[1]) && word.length > 2 && isMadeOf(word.slice(1), '');

/** Cmdlets that a line calls with parameters, which say more than the name alone. */
function calls(passage: Passage): readonly ScriptText[] {
  return [...passage.text.matchAll(CALL)].flatMap((match) => {
    const start = match.index + match[0].length;
    const newline = passage.text.indexOf('\n', start);
    const end = Math.min(newline < 0 ? passage.text.length : newline, start + LINE_MAX);
    const line = wordsOf(passage.text, start, end);
    const stop = line.findIndex(({ quoted, text }) => !quoted && (opensWith(text, '|;') || closesWith(text, ';{')));
    const [head, ...rest] = stop < 0 ? line : line.slice(0, stop);
    const last = rest.at(-1);
    if (head === undefined || last === undefined || !isCmdlet(head.text)) return [];
    if (!rest.some(({ text }) => isParameter(text)) || rest.some(({ text }) => isFunctionWord(text))) return [];
    const at = passage.start;
    const known = isKnownCmdlet(head.text);
    return [
      {
        kind: 'script-text' as const,
        form: 'call' as const,
        known,
        value: passage.text.slice(start, last.end),
        start: at + start,
        end: at + last.end,
        platforms: ['endpoint-powershell'] as const,
        confidence: confidenceAt(passage, start, last.end, passage.block.type === 'code' ? 0.9 : 0.8),
        role: passage.block.role,
        techniques: techniquesOfCmdlet(head.text).map((hint) => hint.id),
        call: {
          start: at + start,
          end: at + last.end,
          name: head.text.toLowerCase(),
          head: head.text,
          arguments: rest.map((word) => ({ ...word, start: at + word.start, end: at + word.end })),
        },
      },
    ];
  });
}

/** What the scripts of the tools have that a passage names. */
function functionsOfTools(passage: Passage): readonly ScriptText[] {
  return namedTools(passage).flatMap(({ start, end, functions }) =>
    functions.map((value) => scriptName(passage, { start, end }, value, 0.7)),
  );
}

/** A name of a script block that says enough by itself. */
function scriptName(
  passage: Passage,
  { start, end }: Span,
  value: string,
  certainty: number,
  known = true,
): ScriptText {
  return {
    kind: 'script-text',
    value,
    start: passage.start + start,
    end: passage.start + end,
    platforms: ['endpoint-powershell'],
    confidence: confidenceAt(passage, start, end, certainty),
    role: passage.block.role,
    form: 'name',
    known,
    techniques: techniquesOfCmdlet(value).map((hint) => hint.id),
  };
}

function scriptOf(passage: Passage): readonly ScriptText[] {
  const found = new Map<string, ScriptText>();
  const seen = (name: string, start: number, end = start + name.length): void => {
    const key = name.toLowerCase();
    if (found.has(key) || wordSet('ordinary-cmdlets').has(key)) return;
    const known = isKnownCmdlet(name) || (ofTools().has(key) && isUsed(passage.text, start, end));
    const isTold =
      isInCode(passage, start) || isOfAttackTool(name) || (isCmdlet(name) && isUsed(passage.text, start, end));
    if (!known && !isTold) return;
    found.set(key, scriptName(passage, { start, end }, name, known ? 0.85 : 0.6, known));
  };
  for (const match of passage.text.matchAll(CMDLET)) {
    const whole = wholeCmdlet(passage.text, match[1] as string, match.index);
    if (isCmdlet(whole.name)) seen(whole.name, match.index, whole.end);
  }
  for (const match of passage.text.matchAll(TYPES())) seen(match[0], match.index);
  return [...found.values()];
}

/** Whether a place of a passage is code. */
function isInCode({ block, start: begins }: Passage, start: number): boolean {
  const at = begins + start;
  return block.type === 'code' || (block.code ?? []).some((span) => span.start <= at && at < span.end);
}

/** Whether a name `Invoke-Thing` is one that Windows does not have: it belongs to an attack tool. */
function isOfAttackTool(name: string): boolean {
  const thing = name.startsWith('Invoke-') ? name.slice('Invoke-'.length) : '';
  const isOwn = thing.length > 4 && isCapital(thing[0]) && isMadeOf(thing, '');
  return isOwn && !wordSet('everyday-cmdlets').has(name.toLowerCase());
}

/** The functions of all tools, in lower case. */
const ofTools = once(
  () => new Set([...wordTexts('named-tools').values()].flatMap((shown) => shown.toLowerCase().split(', '))),
);

/** Whether the sentence of a function says that somebody used it. */
function isUsed(text: string, start: number, end: number): boolean {
  const sentence = sentenceAround(text, start, end);
  return startsOf('tool-used').test(text.slice(sentence.start, sentence.end));
}

/** A cmdlet with what a blank has cut off from it, where only both together are known: `Invoke-Share Finder`. */
function wholeCmdlet(text: string, name: string, start: number): { readonly name: string; readonly end: number } {
  const end = start + name.length;
  const stop = skip(text, end + 1, isLetter, CUT_MAX);
  const joined = `${name}${text.slice(end + 1, stop)}`;
  const isCut = text[end] === ' ' && stop > end + 1 && !isKnownCmdlet(name) && isKnownCmdlet(joined);
  return isCut ? { name: joined, end: stop } : { name, end };
}

const CUT_MAX = 40;

import { type Token, tokensOfPassage } from '../../attribute/cues.js';
import { surestOfEach } from '../../draft/reported-rule.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, distinctBy, named, titleOf } from '../../draft/text.js';
import { wordSet, wordTexts } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { NamedProgram } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';

const CERTAINTY = 0.75;
/** How many words behind a program may say that it was renamed: "PsExec, which had been renamed". */
const WORDS_BEHIND = 5;
const TO_NAME = new Set(['to', 'as', 'into']);

/** Finds programs of Windows and known tools that run under another name: the log keeps the name that is built into them. */
export function renamedPrograms(passage: Passage): readonly NamedProgram[] {
  if (!hasWordOf('renamed', passage.text) && !hasWordOf('renamed-copies', passage.text)) return [];
  const tokens = tokensOfPassage(passage);
  return tokens.flatMap((token, at): readonly NamedProgram[] => {
    if (!wordTexts('original-file-names').has(token.text)) return [];
    const sentence = sentenceAround(passage.text, token.start, token.end);
    const isIn = ({ start, end }: Token): boolean => start >= sentence.start && end <= sentence.end;
    const before = tokens.slice(0, at).filter(isIn);
    const after = tokens.slice(at + 1, at + 1 + WORDS_BEHIND).filter(isIn);
    if (!isRenamedBefore(before, passage.text, token.text) && !isRenamedBehind(after, passage.text)) return [];
    return [
      behaviourAt(passage, token, CERTAINTY, {
        kind: 'program' as const,
        value: token.text,
        platforms: ['endpoint-sysmon'] as const,
        techniques: ['T1036.003'],
        tool: true,
        isRenamed: true as const,
      }),
    ];
  });
}

/** Whether the words right before a program say that it has another name: "a renamed copy of", "fog.dat is the legitimate". */
function isRenamedBefore(before: readonly Token[], text: string, program: string): boolean {
  let at = before.length - 1;
  let isCopy = false;
  while (at >= 0) {
    const word = (before[at] as Token).text;
    if (wordSet('renamed').has(word)) return true;
    if (wordSet('renamed-copies').has(word)) isCopy = true;
    else if (!wordSet('before-renamed').has(word)) break;
    at -= 1;
  }
  const stop = before[at];
  if (!isCopy || stop === undefined || !wordSet('forms-of-be').has(stop.text)) return false;
  return before
    .slice(0, at)
    .some((token, index) => isFileName(token, before[index + 1], text) && token.text !== program);
}

function isFileName({ end }: Token, ending: Token | undefined, text: string): boolean {
  return (
    ending !== undefined &&
    text[end] === '.' &&
    ending.start === end + 1 &&
    wordSet('renamed-file-endings').has(ending.text)
  );
}

/** Whether the words right behind a program say that it got another name: "PsExec, renamed to fog.exe", "PsExec (renamed fog.exe)". */
function isRenamedBehind(after: readonly Token[], text: string): boolean {
  const words = after.map(({ text: word }) => word);
  const at = words.findIndex((word) => wordSet('renamed').has(word));
  const next = after[at + 1];
  if (at < 0 || next === undefined) return false;
  if (!TO_NAME.has(next.text) && !isFileName(next, after[at + 2], text)) return false;
  return words.slice(0, at).every((word) => BETWEEN.has(word) || wordSet('forms-of-be').has(word));
}

const BETWEEN = new Set(['exe', 'which', 'that', 'had', 'has']);

/** One rule on known programs by the name that is built into them, where they run under another. */
export function renamedRule(told: readonly NamedProgram[]): RuleDraft | undefined {
  const programs = surestOfEach(told);
  if (programs.length === 0) return undefined;
  const originals = wordTexts('original-file-names');
  const builtIn = programs.map(
    ({ value, start, end }): DraftValue => ({ literal: originals.get(value) ?? value, origin: { start, end } }),
  );
  const asked = new Set(builtIn.map(({ literal }) => literal));
  const ownNames = [...originals].filter(([, original]) => asked.has(original)).map(([name]) => name);
  const names = distinct(programs.map(({ value }) => value));
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:renamed',
    title: titleOf(`Renamed Program Started - ${named(names)}`),
    description:
      'Detects programs that run under another name than the one built into them, as the advisory reports of the intruder’s copies.',
    level: 'medium',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [{ field: 'OriginalFileName', modifiers: [], values: distinctBy(builtIn, ({ literal }) => literal) }],
        ],
      },
      {
        name: 'filter_main_own_name',
        filter: true,
        alternatives: [
          [
            {
              field: 'Image',
              modifiers: ['endswith'],
              values: ownNames.map((name) => ({
                literal: `\\${name}.exe`,
                origin: { template: 'same-program-names' },
              })),
            },
          ],
        ],
      },
    ],
    condition: 'selection and not filter_main_own_name',
    techniques: ['T1036.003'],
    falsepositives: ['Software that ships the program under a name of its own'],
    confidence: Math.max(...programs.map(({ confidence }) => confidence)),
  };
}

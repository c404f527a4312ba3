import { tokensOf } from '../../attribute/cues.js';
import { firstOf } from '../../draft/cut.js';
import { isEverybodysName } from '../../draft/everybodys-name.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { isStandIn } from '../../draft/stand-in.js';
import { distinctBy, titleOf } from '../../draft/text.js';
import { isBuiltIn } from '../../indicators/built-in-name.js';
import { hasHash } from '../../indicators/hash-record.js';
import { wordSet } from '../../knowledge/load.js';
import { hasWordOf, isListed, listPattern } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, Span } from '../../model.js';
import { passageAt, sentenceAround } from '../../segment/passage.js';
import { isWordCharacter } from '../../text/characters.js';
import { closesWith, endsWithAny, hasEnding, lowerEnding, startsWithAny, withoutLast } from '../../text/ends.js';
import { hasAny, splitAtBlanks } from '../../text/shape.js';
import { trailing } from '../../text/stretches.js';
import { isCalledFolder } from '../file/called-folder.js';
import { isCleanLibrary } from './clean-library.js';
import { isIntroduced } from './introduced.js';
import { libraryRules, plantedAt } from './libraries.js';
import { VALUES_MAX } from './shared.js';

const SHORTEST_NAME = 8;

function isDroppedOnLinux(name: string): boolean {
  const stop = name.lastIndexOf('.');
  return stop >= 0 && wordSet('linux-dropped-endings').has(name.slice(stop + 1).toLowerCase());
}

/** Low-level rules on names of libraries and dropped files without a path, by category. */
export function fileNameRules(
  doc: AdvisoryDocument,
  indicators: readonly Indicator[],
  system: 'windows' | 'linux',
): readonly RuleDraft[] {
  if (system === 'linux') return linuxRules(ownNames(doc, indicators, isDroppedOnLinux, '/'));
  const libraries = ownNames(doc, indicators, (name) => hasEnding(name, '.dll'), '\\');
  const files = ownNames(
    doc,
    indicators,
    (name) => wordSet('dropped-endings').has(lowerEnding(name)),
    '\\',
    (name) => wordSet('introduced-endings').has(lowerEnding(name)),
  );
  return [...libraryRules(doc, libraries), ...windowsRules(files)];
}

function windowsRules(all: readonly DraftValue[]): readonly RuleDraft[] {
  if (all.length === 0) return [];
  const { kept, cut } = firstOf(all, VALUES_MAX, 'file names');
  const isFolder = ({ literal }: DraftValue): boolean => String(literal).endsWith('\\');
  const files = kept.filter((each) => !isFolder(each));
  const folders = kept.filter(isFolder);
  const asking = (modifier: string, values: readonly DraftValue[]): readonly (readonly DraftItem[])[] =>
    values.length === 0 ? [] : [[{ field: 'TargetFilename', modifiers: [modifier], values }]];
  return [
    {
      ...CREATED,
      cut,
      platform: 'endpoint-sysmon',
      title: titleOf(`Indicator Match - File Of Reported Name Created (${kept.length})`),
      logsource: { category: 'file_event', product: 'windows' },
      selections: [{ name: 'selection', alternatives: [...asking('endswith', files), ...asking('contains', folders)] }],
    },
  ];
}

const CREATED = {
  behaviour: 'indicators:files',
  description: 'Low-level indicator rule: files with names that the advisory lists.',
  level: 'low',
  condition: 'selection',
  falsepositives: ['Legitimate files of the same name'],
  techniques: ['T1105'],
  confidence: 0.45,
} as const;

/** auditd records a file's creation where its folder is watched. */
function linuxRules(all: readonly DraftValue[]): readonly RuleDraft[] {
  if (all.length === 0) return [];
  const { kept: files, cut } = firstOf(all, VALUES_MAX, 'file names');
  const origin = { template: 'auditd-path-created' };
  const items: readonly DraftItem[] = [
    { field: 'type', modifiers: [], values: [{ literal: 'PATH', origin }] },
    { field: 'name', modifiers: ['endswith'], values: files },
    { field: 'nametype', modifiers: [], values: [{ literal: 'CREATE', origin }] },
  ];
  return [
    {
      ...CREATED,
      cut,
      platform: 'endpoint-auditd',
      title: titleOf(`Indicator Match - Linux File Of Reported Name Created (${files.length})`),
      logsource: { product: 'linux', service: 'auditd' },
      selections: [{ name: 'selection', alternatives: [items] }],
    },
  ];
}

/** Whether a file name may be the actor's: neither everybody's, nor a stand-in, nor a part of the product that the text is about. */
export function isActorsFile(doc: AdvisoryDocument, indicator: Indicator): boolean {
  const { value } = indicator;
  if (isEverybodysName(value) || isStandIn(value) || isImageBase(value) || hasAny(value, '*?%<>{}')) return false;
  if (indicator.spans.length > 0 && indicator.spans.every(({ start }) => isBuiltIn(doc.text, start))) return false;
  if (isInTools(doc.text, indicator) || isVictims(doc.text, indicator) || isWeakDriver(doc.text, indicator))
    return false;
  return !isPartOfProduct(doc, indicator) && !isAbsent(doc, indicator) && !isCleanLibrary(doc, indicator);
}

/** What a script has before the name of a file that it reads. */
const OPENED = ["open('", 'open("'] as const;
/** What a YARA rule has behind a string. */
const YARA_STRING = ['" fullword', '" ascii', '" wide', '" nocase'] as const;
const TOOL_NEAR = 12;

/** Whether a file's name stands only in an analyst's script that opens the file, or as a string of a YARA rule. */
function isInTools(text: string, { spans }: Indicator): boolean {
  return (
    spans.length > 0 &&
    spans.every(
      ({ start, end }) =>
        endsWithAny(text.slice(Math.max(0, start - TOOL_NEAR), start), OPENED) ||
        isYaraMatch(text.slice(Math.max(0, start - TOOL_NEAR), start)) ||
        startsWithAny(text.slice(end, end + TOOL_NEAR), YARA_STRING),
    )
  );
}

/** Whether a text ends as what YARA prints before a string that it found: "0x8a28:$s1: ". */
const isYaraMatch = (before: string): boolean =>
  before.endsWith(': ') && splitAtBlanks(before.trimEnd()).at(-1)?.includes(':$') === true;

/** How many words before a name may say whose file it is: "Windows keeps what you write in". */
const VICTIMS_WORDS = 6;

/** Whether every place of a file's name tells of a file that Windows keeps, or that intruders only got at: nobody of theirs created it. */
function isVictims(text: string, { spans }: Indicator): boolean {
  return (
    spans.length > 0 &&
    spans.every(({ start, end }) => {
      const before = tokensOf(text.slice(sentenceAround(text, start, end).start, start)).slice(-VICTIMS_WORDS);
      return hasWordOf('files-of-victims', before.map((word) => word.text).join(' '));
    })
  );
}

/** Whether a driver is a product's own that intruders only abuse: many have it, and the log of loaded drivers shows its use. */
function isWeakDriver(text: string, { value, spans }: Indicator): boolean {
  if (!hasEnding(value, '.sys')) return false;
  return spans.some((span) => {
    const sentence = sentenceAround(text, span.start, span.end);
    return (
      hasWordOf('driver-of-products', text.slice(sentence.start, sentence.end)) &&
      !isIntrudersDriver(text, span, sentence)
    );
  });
}

/** How many words beside a driver may call it the intruder's: "the malicious kernel driver", "is a malicious driver". */
const CALLED_BEFORE = 3;
const CALLED_BEHIND = 4;

/** Whether the words right beside a driver call it malicious or the intruder's own. */
function isIntrudersDriver(text: string, { start, end }: Span, sentence: Span): boolean {
  const wordsOf = (part: string): readonly string[] => tokensOf(part).map((token) => token.text);
  const before = wordsOf(text.slice(Math.max(sentence.start, start - NEAR), start)).filter(
    (word) => !wordSet('name-givers').has(word),
  );
  for (let count = 1; count <= CALLED_BEFORE; count += 1)
    if (isListed('driver-of-intruders', before.slice(-count).join(' '))) return true;
  const [first = '', ...others] = wordsOf(text.slice(end, Math.min(sentence.end, end + NEAR))).slice(0, CALLED_BEHIND);
  const behind = [first, ...others].join(' ');
  if (!wordSet('articles').has(first) && !wordSet('forms-of-be').has(first)) return false;
  return hasWordOf('driver-of-intruders', behind) && !hasWordOf('driver-of-products', behind);
}

/** The zeros at the end of an address at which programs and libraries are loaded. */
const BASE_ZEROS = '00000';

/** Whether a file is named after the address of a program in memory (`180000000.dll`), as tools call what an analyst dumps. */
function isImageBase(name: string): boolean {
  const stem = name.slice(0, name.lastIndexOf('.'));
  return stem.endsWith(BASE_ZEROS) && [...stem.toLowerCase()].every((digit) => '0123456789abcdef'.includes(digit));
}

/**
 * File names of the wanted type that belong to the actor, each once, with what stands before a name in a path. Short ones, and those of a type
 * that is wanted only then, count where the text introduces them as the actor's.
 */
function ownNames(
  doc: AdvisoryDocument,
  indicators: readonly Indicator[],
  isWanted: (name: string) => boolean,
  separator: '/' | '\\',
  isWantedIntroduced: (name: string) => boolean = () => false,
): readonly DraftValue[] {
  const wanted = indicators
    .filter((indicator) => {
      const { type, value, spans } = indicator;
      if (type !== 'file-name' || spans.length === 0) return false;
      if (isWanted(value) && value.length >= SHORTEST_NAME) return true;
      return (isWanted(value) || isWantedIntroduced(value)) && isIntroduced(doc, indicator);
    })
    .filter((indicator) => isActorsFile(doc, indicator) || plantedAt(doc, indicator).length > 0);
  // The field ignores letter case, so one spelling of a name is enough.
  return distinctBy(wanted, ({ value }) => value.toLowerCase()).map((indicator) => {
    const { value, spans } = indicator;
    const origin = (plantedAt(doc, indicator)[0] ?? spans[0]) as Span;
    const before = doc.text.slice(Math.max(0, origin.start - 2), origin.start);
    const isWhole = !closesWith(withoutLast(before, '_'), OF_NAME);
    const behind = separator === '\\' && spans.every((span) => isFolder(doc.text, span)) ? separator : '';
    return { literal: `${isWhole ? separator : ''}${value}${behind}`, origin };
  });
}

/** How far before a name the words may stand that call it a folder's. */
const FOLDER_NEAR = 60;

/** Whether a place calls a name with a point a folder's: "in the FEN.BIN folder", "a directory called fen.bin". */
function isFolder(text: string, { start, end }: Span): boolean {
  if (isCalledFolder(text, end)) return true;
  const [noun, verb] = tokensOf(text.slice(Math.max(0, start - FOLDER_NEAR), start)).slice(-2);
  return wordSet('folder-words').has(noun?.text ?? '') && wordSet('name-givers').has(verb?.text ?? '');
}

/** Characters right before the found name, or an underscore before it, that belong to it: the name begins earlier. */
const OF_NAME = '#$&+=~!^%@';

/** A text without the word and its colon at its end. */
function withoutLabel(text: string): string {
  const label = text.endsWith(':') ? trailing(text.slice(0, -1), isWordCharacter) : '';
  return label === '' ? text : text.slice(0, -label.length - 1);
}

const ABSENT = listPattern(String.raw`\b{told-absent}\b[^.;:,]{0,60}$`, 'i');

/** Whether every mention of a file name says that it is not part of the intrusion. */
function isAbsent({ text }: AdvisoryDocument, { spans }: Indicator): boolean {
  return spans.every(({ start }) => ABSENT().test(withoutLabel(text.slice(Math.max(0, start - 80), start))));
}

/** A log belongs to the product unless the text says that something else wrote it. */
const LOG_ENDINGS = ['.log', '.db', '.ini', '.cfg'] as const;
const NEAR = 200;

/** Whether a file name belongs to the product under discussion rather than to the actor. */
function isPartOfProduct(doc: AdvisoryDocument, { value, spans }: Indicator): boolean {
  const { title, text } = doc;
  const places = spans.filter(({ start }) => passageAt(doc, start)?.block.role !== 'indicators');
  if (places.length < spans.length) return false;
  const said = places.map(({ start, end }) => text.slice(Math.max(0, start - NEAR), end + NEAR));
  if (endsWithAny(value.toLowerCase(), LOG_ENDINGS) && !said.some((words) => hasWordOf('log-kept', words))) return true;
  return hasWordOf('told-flaw', title) && !said.some((words) => hasWordOf('brought-by-actor', words) || hasHash(words));
}

import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, IndicatorType, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isBlank, isWordCharacter, placesOf } from '../text/characters.js';
import { hasEnding } from '../text/ends.js';
import { skip } from '../text/stretches.js';
import { portAt, portInWords } from './host-and-port.js';
import { isInjectedInto, isTellingAlone, nameStart } from './injected.js';
import { joined, type Page } from './page.js';

const ENDING = '.exe';
/** How many words may stand between the program and its verb: "rundll32.exe, which then connected". */
const BEFORE_VERB = 4;
/** How many between a verb and the word for a connection: "initiated several outbound network connections". */
const BEFORE_NOUN = 4;
/** How many words may stand between "by" and the program: "by the rundll32.exe". */
const BEFORE_PROGRAM = 3;
/** How many before it are looked at: "a connection to the server was initiated by". */
const BEFORE_BY = 10;
/** What a program can reach, by the type of indicator that names it. */
const REACHED: ReadonlyMap<IndicatorType, 'ip-address' | 'domain'> = new Map([
  ['ipv4', 'ip-address'],
  ['ipv6', 'ip-address'],
  ['domain', 'domain'],
]);
/** Words behind which stands what an object is for: "created a task to make connections". */
const PURPOSES: ReadonlySet<string> = new Set(['to', 'for']);
/** How many words from its beginning on a sentence names what connects: "from there the injected process". */
const SUBJECT_MAX = 6;
/** What is injected, besides what is the intruder's anywhere: "The DLL makes a connection to". */
const INJECTED: ReadonlySet<string> = new Set(['rat', 'dll', 'library', 'module', 'shellcode']);
const OF_PROGRAM: ReadonlySet<string> = new Set(['by', 'from']);

/** How many words behind "contact" may stand before the server: "contacts its command-and-control server". */
const TO_SERVER = 4;
const CONTACTS: ReadonlySet<string> = new Set(['contact', 'contacts', 'contacted', 'contacting']);

/**
 * Finds programs of Windows that seldom talk to a network of which the text says that they did: "rundll32.exe initiated a network connection". That
 * they connect at all is worth a look, but of those that do so on many hosts, and of the intruder's own, only with what they reached.
 */
export function findConnectingPrograms(page: Page): readonly FoundThing[] {
  const { doc, lower, text } = page;
  if (hostSystem(doc.text) !== 'windows') return [];
  const programs = new Set([...wordSet('programs-without-network'), ...ownPrograms(page), ...injectedPrograms(page)]);
  const found = [...programs].flatMap((name) =>
    placesOf(lower, name).flatMap((start): readonly FoundThing[] => {
      const end = start + name.length + (lower.startsWith(ENDING, start + name.length) ? ENDING.length : 0);
      if (isWordCharacter(text[start - 1]) || isWordCharacter(text[end]) || page.isCode(start)) return [];
      const sentence = sentenceAround(text, start, end);
      const before = tokensOf(text.slice(sentence.start, start));
      const isTold = connects(tokensOf(text.slice(end, sentence.end))) || isConnectionOf(before);
      const told = isTold ? sentence : sentenceOfInjected(text, before, sentence);
      if (told === undefined) return [];
      const beside = reachedIn(page, told);
      if (beside.length === 0 && !isTellingAlone(name)) return [];
      return [
        {
          thing: 'process',
          value: `${name}${ENDING}`,
          deed: 'connected-to',
          spans: [page.spanOf(start, end)],
          ...(beside.length === 0 ? {} : { beside }),
        },
      ];
    }),
  );
  return joined(found, ({ value, beside = [] }) => [value, ...beside.map((each) => each.value)].join(' '));
}

/**
 * The sentence behind that of a program which something was injected into, where it says that this reached something: "It was injected into
 * dllhost.exe. The injected process then connected to", "The trojan talks to", "All traffic came from that process".
 */
function sentenceOfInjected(text: string, before: readonly Token[], { end }: Span): Span | undefined {
  if (!isInjectedInto(before)) return undefined;
  const start = skip(text, end, (character) => character === '.' || isBlank(character));
  const next = sentenceAround(text, start, start);
  const words = tokensOf(text.slice(next.start, next.end));
  return reachesFromInjected(words) ? next : undefined;
}

/** Whether the words of a sentence say that what was injected, or the process that it is in, reached something. */
function reachesFromInjected(words: readonly Token[]): boolean {
  const begin = words.slice(0, SUBJECT_MAX).map((word) => word.text);
  const isAgain = begin.some((word) => wordSet('injected-words').has(word));
  const subject = begin.findIndex(
    (word) =>
      INJECTED.has(word) ||
      wordSet('programs-of-intruders').has(word) ||
      (isAgain && wordSet('injected-subjects').has(word)),
  );
  const isOthers = begin.slice(0, Math.max(subject, 0)).includes('of');
  if (subject >= 0 && !isOthers && connects(words.slice(subject + 1))) return true;
  const process = words.findIndex((word) => word.text === 'process');
  return wordSet('points-back').has(words[process - 1]?.text ?? '') && isConnectionOf(words.slice(0, process));
}

/** The programs that something is said to be injected into, in small letters and without their ending. */
function injectedPrograms({ text, lower }: Page): readonly string[] {
  return placesOf(lower, ENDING).flatMap((at): readonly string[] => {
    const start = nameStart(text, at);
    const sentence = sentenceAround(text, start, at);
    return start < at && isInjectedInto(tokensOf(text.slice(sentence.start, start))) ? [lower.slice(start, at)] : [];
  });
}

/** The intruder's programs, in small letters and without their ending. */
function ownPrograms({ doc, indicators }: Page): readonly string[] {
  return indicators
    .filter((each) => each.type === 'file-name' && hasEnding(each.value, ENDING) && isActorsFile(doc, each))
    .map(({ value }) => value.slice(0, -ENDING.length).toLowerCase());
}

/** The first address or domain among the indicators of a sentence, which is of the refanged text, and the port right behind it. */
function reachedIn(page: Page, sentence: Span): readonly FoundThing[] {
  const { start, end } = page.spanOf(sentence.start, sentence.end);
  for (const { type, value, spans } of page.indicators) {
    const thing = REACHED.get(type);
    const span = spans.find((each) => start <= each.start && each.end <= end);
    if (thing === undefined || span === undefined) continue;
    const port = portAt(page.doc.text, span.end) ?? portInWords(page.doc.text, span.end);
    const reached: FoundThing = { thing, value, spans: [span] };
    if (port === undefined) return [reached];
    return [reached, { thing: 'port', value: page.doc.text.slice(port.start, port.end), spans: [port] }];
  }
  return [];
}

/** Whether the words right behind a program say that it reached something over a network. */
function connects(words: readonly Token[]): boolean {
  const told = words.map((word) => word.text);
  const verb = told
    .slice(0, BEFORE_VERB + 1)
    .findIndex((word) => isConnecting(word) || CONTACTS.has(word) || wordSet('connection-made').has(word));
  if (verb < 0 || told.slice(0, verb).some((word) => wordSet('negations').has(word) || wordSet('modals').has(word)))
    return false;
  if (isConnecting(told[verb] ?? '')) return wordSet('connected-with').has(told[verb + 1] ?? '');
  if (CONTACTS.has(told[verb] ?? '')) return told.slice(verb + 1, verb + 2 + TO_SERVER).some(isServer);
  const object = told.slice(verb + 1, verb + 2 + BEFORE_NOUN);
  const over = object.findIndex((word) => wordSet('relatives').has(word) || PURPOSES.has(word));
  return object.slice(0, over < 0 ? undefined : over).some((word) => wordSet('connection-nouns').has(word));
}

/** Whether the words right before a program say that a connection is its: "a network connection that was made by rundll32.exe". */
function isConnectionOf(words: readonly Token[]): boolean {
  const told = words.map((word) => word.text);
  const by = told.slice(-BEFORE_PROGRAM).findLastIndex((word) => OF_PROGRAM.has(word));
  if (by < 0) return false;
  const before = told.slice(0, Math.max(0, told.length - BEFORE_PROGRAM) + by).slice(-BEFORE_BY);
  return (
    before.some((word) => wordSet('connection-nouns').has(word)) &&
    !before.some((word) => wordSet('negations').has(word) || wordSet('modals').has(word))
  );
}

function isServer(word: string): boolean {
  return word === 'server' || word === 'servers' || wordSet('c2-words').has(word);
}

function isConnecting(word: string): boolean {
  return wordSet('connection-verbs').has(word);
}

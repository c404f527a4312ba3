import { tokensOf } from '../attribute/cues.js';
import { hasPhrase } from '../deeds/word-row.js';
import { wordRows, wordSet, words } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { isCapital, isDigit, isLetter, isWordCharacter, placesOf } from '../text/characters.js';
import { CLOSING_OF_NAMES } from '../text/ends.js';
import { saidBefore } from '../text/sentence-ends.js';
import { joined, type Page } from './page.js';

const GUARDDUTY = 'aws/guardduty';
const MICROSOFT = 'azure/security-alerts';
const TYPE_MAX = 100;
const NAME_MIN = 8;
const NAME_MAX = 120;
/** How far before a name its product may stand. */
const SENTENCE_MAX = 200;
/** How far behind a name something may be said of it. */
const BEHIND_MAX = 80;
/** How far before a type of Defender for Cloud alerts may be spoken of. */
const ALERTS_MAX = 600;
/** Longer lists of names are no alerts. */
const LINES_MAX = 20;

/**
 * Finds the alerts that security products raised: finding types of Amazon GuardDuty and types of Microsoft Defender for Cloud by their form, other
 * alerts by their quoted name, or as lines of a list that the text introduces.
 */
export function findAlertNames(page: Page): readonly FoundThing[] {
  const found = [...ofGuardDuty(page), ...ofDefenderForCloud(page), ...quoted(page), ...ofLists(page)];
  return joined(found, ({ value, seenIn }) => `${seenIn} ${value.toLowerCase()}`);
}

/** `UnauthorizedAccess:IAMUser/MaliciousIPCaller`: a purpose, a resource and a name. */
function ofGuardDuty(page: Page): readonly FoundThing[] {
  const { text } = page;
  return placesOf(text, ':').flatMap((colon) => {
    let start = colon;
    while (isLetter(text[start - 1])) start -= 1;
    if (!wordSet('guardduty-purposes').has(text.slice(start, colon))) return [];
    let slash = colon + 1;
    while (isLetter(text[slash]) || isDigit(text[slash])) slash += 1;
    if (text[slash] !== '/' || !wordSet('guardduty-resources').has(text.slice(colon + 1, slash))) return [];
    let end = slash + 1;
    while (end - start < TYPE_MAX && isOfType(text, end)) end += 1;
    return end - slash > 3 && !isLeftOut(page, start, end) ? [thingAt(page, start, end, GUARDDUTY)] : [];
  });
}

function isOfType(text: string, at: number): boolean {
  return isWordCharacter(text[at]) || ('.!-'.includes(text[at] ?? ' ') && isWordCharacter(text[at + 1]));
}

/** `VM_ReverseShell` in a text that names the product. */
function ofDefenderForCloud(page: Page): readonly FoundThing[] {
  if (!page.lower.includes('defender for cloud')) return [];
  return words('defender-for-cloud-types').flatMap((prefix) =>
    placesOf(page.text, prefix).flatMap((at) => {
      if (isWordCharacter(page.text[at - 1]) || page.text[at - 1] === '.') return [];
      // Other programs have variables of such names: `ARM_SubscriptionId`.
      if (!page.lower.slice(Math.max(0, at - ALERTS_MAX), at).includes('alert')) return [];
      let end = at + prefix.length;
      if (!isCapital(page.text[end])) return [];
      while (isOfType(page.text, end)) end += 1;
      return end - at >= NAME_MIN ? [thingAt(page, at, end, MICROSOFT)] : [];
    }),
  );
}

/** `raised the alert "Suspicious heron activity"`, where the sentence names the product. */
function quoted(page: Page): readonly FoundThing[] {
  return words('alert-introductions').flatMap((cue) =>
    placesOf(page.lower, cue).flatMap((at) => {
      const open = at + cue.length + 1;
      const closing = CLOSING_OF_NAMES.get(page.text[open] ?? '');
      if (isWordCharacter(page.text[at - 1]) || page.text[open - 1] !== ' ' || closing === undefined) return [];
      const length = page.text.slice(open + 1, open + 2 + NAME_MAX).indexOf(closing);
      const end = open + 1 + length;
      const log = logBefore(page, open);
      const isAlert = length > 0 && log !== undefined && isCapital(page.text[open + 1]) && !isLeftOut(page, open, end);
      return isAlert && isName(page.text.slice(open + 1, end)) ? [thingAt(page, open + 1, end, log)] : [];
    }),
  );
}

/** Whether the words about a name say that the alert was wrong, that it only may come, or what readers do about it. */
function isLeftOut({ lower }: Page, start: number, end: number): boolean {
  const [behind = ''] = lower.slice(end, end + BEHIND_MAX).split('. ', 1);
  return hasPhrase(`${saidBefore(lower, start, SENTENCE_MAX)} | ${behind.split('\n', 1)[0]}`, 'alerts-left-out');
}

/** The lines behind words that introduce a list of alerts. */
function ofLists(page: Page): readonly FoundThing[] {
  return words('alert-lists').flatMap((cue) =>
    placesOf(page.lower, cue).flatMap((at) => {
      const log = logBefore(page, at);
      const length = page.text.slice(at, at + SENTENCE_MAX).indexOf('\n');
      const begin = at + length;
      if (log === undefined || length < 0 || page.text.slice(at, begin).trimEnd().at(-1) !== ':') return [];
      return linesFrom(page, begin).map(([start, end]) => thingAt(page, start, end, log));
    }),
  );
}

function linesFrom({ text }: Page, begin: number): readonly (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = [];
  let from = begin;
  while (lines.length < LINES_MAX) {
    while ('\n \t*-•‘“"'.includes(text[from] ?? '.')) from += 1;
    const [line = ''] = text.slice(from, from + NAME_MAX + 2).split('\n', 1);
    const name = withoutMarks(line);
    if (!isName(name) || line.endsWith(':') || isSentence(line)) break;
    // A list of types ends where names begin.
    if (lines.length > 0 && isType(name) !== isType(text.slice(...(lines[0] as readonly [number, number])))) break;
    // A quoted word in a title stands there without its quotes: what is whole is looked for.
    const cut = firstQuote(name);
    if (cut === name.length) lines.push([from, from + name.length]);
    from += line.length;
  }
  return lines;
}

function isType(name: string): boolean {
  return name.includes('_') && !name.includes(' ');
}

function withoutMarks(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t"”’*'.includes(line[end - 1] as string)) end -= 1;
  return line.slice(0, end);
}

function firstQuote(name: string): number {
  const at = [...name].findIndex((each) => '‘’“”"'.includes(each));
  return at < 0 ? name.length : at;
}

function isSentence(line: string): boolean {
  return (
    line.endsWith('.') ||
    line.length > NAME_MAX ||
    tokensOf(line).some(({ text }) => wordSet('told-in-sentences').has(text))
  );
}

function isName(value: string): boolean {
  return value.length >= NAME_MIN && value.length <= NAME_MAX && !value.includes('\n');
}

/** The log of the product that the words before a place name. */
function logBefore({ lower }: Page, at: number): string | undefined {
  const told = new Set(tokensOf(saidBefore(lower, at, SENTENCE_MAX)).map(({ text }) => text));
  for (const [log, names] of wordRows('alert-logs')) if ([...(names ?? [])].some((name) => told.has(name))) return log;
  return undefined;
}

function thingAt(page: Page, start: number, end: number, seenIn: string): FoundThing {
  const value = page.text.slice(start, end);
  return {
    // Types of Defender for Cloud stand in a field of their own.
    thing: seenIn === MICROSOFT && isType(value) ? 'alert-type' : 'threat-name',
    value,
    deed: 'detected',
    seenIn,
    spans: [page.spanOf(start, end)],
    mark: { role: 'intruders', because: 'a security product calls what the intruder did so' },
  };
}

import { wordRows } from '../knowledge/load.js';
import { once } from '../once.js';
import { isCapital, isDigit, isHexDigit, isLetter, isSmallLetter, isWordCharacter } from '../text/characters.js';
import { hasAny } from '../text/shape.js';
import { countOfLeading } from '../text/sorted.js';
import { type CharacterClass, skip, skipBack, stretchesOf } from '../text/stretches.js';
import { isReportableV4 } from './address.js';
import { validDomain } from './host-rules.js';
import type { RefangedText } from './refang.js';

/** Fewest and most digits of a digest with those of the words that touch it. A part of a longer row, such as of a program's code, is no digest. */
const RUN = { least: 32, most: 140 };
/** Digests of one file that stand without a blank between them, by the digits of all: of most kinds, the shorter first. 96 digits are a SHA-384. */
const JOINED: ReadonlyMap<number, readonly number[]> = new Map([
  [72, [32]],
  [104, [40]],
  [136, [32, 72]],
]);
/** How far before joined digests their caption is read. */
const CAPTION_MAX = 2000;
/** Most characters of values and labels that touch each other. */
const DOTTED_MAX = 300;
/** Most letters of a word beside a digest that are hexadecimal digits too. */
const BESIDE_MAX = 12;
const DIGEST_LENGTHS = [32, 40, 64, 128] as const;
/** The length of a digest by the number in its name. */
const LENGTH_OF_NAME = { '5': 32, '1': 40, '6': 64, '2': 128 } as const;

type LabelKind = 'digests' | 'hosts' | 'others';

const labels = once(() => {
  const rows = [...wordRows('labels-glued-to-values')];
  return new Map(rows.map(([kind, list]) => [kind, [...(list ?? [])].map((label) => label.replaceAll('_', ' '))]));
});

/** A refanged text with a blank between values and what lost the blank beside them. */
export function withValuesApart(refanged: RefangedText): RefangedText {
  return withBlanksAt(refanged, gluedPlaces(refanged));
}

/** A refanged text with a blank at some places, in order. */
function withBlanksAt(refanged: RefangedText, places: readonly number[]): RefangedText {
  if (places.length === 0) return refanged;
  const parts = [0, ...places].map((place, index) => refanged.text.slice(place, places[index]));
  /** The place before the blanks were set. */
  const before = (place: number): number =>
    place - countOfLeading(places, (blank, blanksBefore) => blank + blanksBefore < place);
  return {
    ...refanged,
    text: parts.join(' '),
    original: (start, end) => refanged.original(before(start), before(end)),
    defanging: (start, end) => refanged.defanging(before(start), before(end)),
  };
}

/**
 * The places of a text at which a value and a label or value beside it lost what stood between them, as the cells of tables do: "SHA-256c2e0…",
 * "185.220.101.7Command". Where a cut may be another, none is given.
 */
function gluedPlaces({ text, defangs, defanging }: RefangedText): readonly number[] {
  const cuts = new Set<number>();
  for (const run of stretchesOf(text, isHexDigit, RUN.least)) {
    if (run.end - run.start <= RUN.most) for (const place of aroundDigest(text, run.start, run.end)) cuts.add(place);
  }
  for (const { start, end } of stretchesOf(text, isOfHost, '1.1.1.1'.length)) {
    if (end - start > DOTTED_MAX) continue;
    const isStrong = defangs && defanging(start, end) === 'strong';
    const places = isStrong ? withinDotted(text, start, end) : beforeHost(text, start, end);
    for (const place of places) cuts.add(place);
  }
  return [...cuts].sort((a, b) => a - b);
}

const isOfHost: CharacterClass = (character) =>
  isLetter(character) || isDigit(character) || character === '.' || character === '-';

/** Where a digest in a run of digits begins and ends, and where its name begins; none where nothing touches it or two digests are possible. */
function aroundDigest(text: string, first: number, end: number): readonly number[] {
  const joined = JOINED.get(end - first);
  if (joined !== undefined && isJoined(text, first, end)) return joined.map((digits) => first + digits);
  const named = nameBefore(text, first);
  const starts = named === undefined ? digestStarts(text, first) : [named.end];
  const ends = digestEnds(text, end);
  const found = starts.flatMap((start) =>
    ends.filter((to) => isDigest(text.slice(start, to), named?.length)).map((to) => [start, to] as const),
  );
  const [digest] = found;
  if (digest === undefined || found.length > 1) return [];
  const [start, to] = digest;
  const isOfCode = (place: number): boolean => hasAny(text[place] ?? ' ', '/=+-_');
  if (isOfCode(start - 1) || isOfCode(to)) return [];
  const sides = [isWordCharacter(text[start - 1]) ? start : [], isWordCharacter(text[to]) ? to : []].flat();
  const isNameGlued = named !== undefined && isWordCharacter(text[named.start - 1]);
  const kindBehind = labels()
    .get('digests')
    ?.find((kind) => text.slice(to, to + kind.length).toLowerCase() === kind);
  const behind = kindBehind === undefined ? [] : [to + kindBehind.length];
  return [...(isNameGlued ? [named.start] : []), ...sides, ...behind];
}

/** Whether a run of digits is a word of one case below a caption that speaks of hashes. */
function isJoined(text: string, first: number, end: number): boolean {
  const run = text.slice(first, end);
  if (run !== run.toLowerCase() && run !== run.toUpperCase()) return false;
  if ([text[first - 1], text[end]].some((each) => isWordCharacter(each) || hasAny(each ?? ' ', '/=+-_.'))) return false;
  const before = text.slice(Math.max(0, first - CAPTION_MAX), first).toLowerCase();
  return ['hash', ...(labels().get('digests') ?? [])].some((name) => before.includes(name));
}

/** A name of digests whose last characters a run of digits begins with. */
function nameBefore(text: string, first: number): { start: number; end: number; length: number } | undefined {
  for (const name of labels().get('digests') ?? []) {
    // Only letters and digits at its end can be digits of the run too.
    const most = name.length - skipBack(name, name.length, isHexDigit);
    for (let own = 1; own <= most; own += 1) {
      const end = first + own;
      const start = end - name.length;
      if (start < 0 || text.slice(start, end).toLowerCase() !== name) continue;
      return { start, end, length: LENGTH_OF_NAME[name.slice(-1) as keyof typeof LENGTH_OF_NAME] };
    }
  }
  return undefined;
}

/** Where a digest in a run of digits may begin: with the run, behind a label, or where the letters before it have another case. */
function digestStarts(text: string, first: number): readonly number[] {
  const label = labelEnd(text, first, ['hosts', 'others']);
  if (label !== undefined) return [label];
  const starts = [first];
  for (let at = first + 1; at <= first + BESIDE_MAX && isLetter(text[at - 1]); at += 1) {
    const next = skip(text, at, isDigit);
    if (isCapital(text[at - 1]) !== isCapital(text[next])) starts.push(at);
  }
  return starts;
}

/** Where a digest may end: with the run, where a word with a capital begins, or where the letters go on in another case. */
function digestEnds(text: string, end: number): readonly number[] {
  const ends = [end];
  for (let at = end - 1; at >= end - BESIDE_MAX; at -= 1) {
    const before = text[skipBack(text, at, isDigit) - 1];
    const isOther = isLetter(text[at]) && isHexDigit(before) && isCapital(text[at]) !== isCapital(before);
    if (isOther || (isCapital(text[at]) && isSmallLetter(text[at + 1]))) ends.push(at);
  }
  return ends;
}

function isDigest(text: string, length: number | undefined): boolean {
  const isLong = length === undefined ? DIGEST_LENGTHS.some((each) => each === text.length) : text.length === length;
  return isLong && (text === text.toLowerCase() || text === text.toUpperCase());
}

/** Where the label ends that begins at a place or before the word there; undefined where none does. */
function labelEnd(text: string, at: number, kinds: readonly LabelKind[]): number | undefined {
  let found: number | undefined;
  for (const label of kinds.flatMap((kind) => labels().get(kind) ?? [])) {
    for (let own = 1; own <= label.length; own += 1) {
      const start = at + own - label.length;
      if (!label.includes(' ') && !isCapital(text[start])) continue;
      if (start < at && isWordCharacter(text[start - 1])) continue;
      if (text.slice(start, at + own).toLowerCase() !== label) continue;
      found = Math.max(found ?? 0, at + own);
    }
  }
  return found;
}

/** Whether a label with a capital begins at a place. */
function beginsLabel(text: string, at: number): boolean {
  const lists = [...labels().values()].flat();
  return isCapital(text[at]) && lists.some((label) => text.slice(at, at + label.length).toLowerCase() === label);
}

/** The places between the addresses, hosts and labels of a stretch that has nothing else. */
function withinDotted(text: string, first: number, end: number): readonly number[] {
  const cuts: number[] = [];
  let at = first;
  // What begins behind a blank may have lost the word before its beginning too: "backdoor hashevil.orgDomain".
  let isWhole = first === 0 || text[first - 1] === '\n';
  for (;;) {
    const sure = labelBefore(text, at, end) ?? endOfAddress(text, at, end);
    const next = sure ?? (isWhole ? endOfHost(text, at, end) : undefined);
    if (next === undefined || next <= at) return cuts;
    cuts.push(next);
    at = next;
    isWhole = true;
  }
}

/** Where the label before an address or a host ends. A name may itself begin like a label but for those of hosts. */
function labelBefore(text: string, at: number, end: number): number | undefined {
  const any = labelEnd(text, at, ['hosts', 'others']);
  if (any !== undefined && addressEnd(text, any, end) !== undefined) return any;
  const host = labelEnd(text, at, ['hosts']);
  return host !== undefined && isSmallLetter(text[host]) && isHostUpTo(text, host, end) ? host : undefined;
}

/** Whether a stretch begins with a host in small letters that goes on to its end or to a value behind it. */
function isHostUpTo(text: string, at: number, end: number): boolean {
  return endOfHost(text, at, end) !== undefined || isHost(text.slice(at, end));
}

/** Where addresses end, by where they begin: each place is asked once, for a run of numbers can be cut in many ways. */
type Ends = Map<number, number | undefined>;

/** Where four numbers end that stand at a place; undefined where there are none, or they may go on. */
function addressEnd(text: string, at: number, end: number, known: Ends = new Map()): number | undefined {
  if (!known.has(at)) known.set(at, readAddress(text, at, end, known));
  return known.get(at);
}

function readAddress(text: string, at: number, end: number, known: Ends): number | undefined {
  let place = at;
  for (let part = 0; part < 4; part += 1) {
    if (part > 0 && text[place] !== '.') return undefined;
    const from = part > 0 ? place + 1 : place;
    place = skip(text, from, isDigit, 3);
    if (place === from) return undefined;
    if (part === 3 && isDigit(text[place])) return beforeNext(text, at, from, end, known);
  }
  const isWhole = place <= end && !isDigit(text[place]) && !(text[place] === '.' && isDigit(text[place + 1]));
  return isWhole && isReportableV4(text.slice(at, place)) ? place : undefined;
}

/** Where an address ends whose last number another address touches, if only one place is possible: "45.9.18.79" before "203.9.18.115". */
function beforeNext(text: string, at: number, from: number, end: number, known: Ends): number | undefined {
  const cuts = [1, 2, 3]
    .map((digits) => from + digits)
    .filter(
      (cut) =>
        isReportableV4(text.slice(at, cut)) && text[cut] !== '0' && addressEnd(text, cut, end, known) !== undefined,
    );
  return cuts.length === 1 ? cuts[0] : undefined;
}

/** Where an address ends at whose end a host or a word with a capital begins. */
function endOfAddress(text: string, at: number, end: number): number | undefined {
  const place = addressEnd(text, at, end);
  if (place === undefined || place >= end) return undefined;
  if (isDigit(text[place])) return place;
  const isWord = beginsWord(text, place);
  return isWord || isHostUpTo(text, place, end) ? place : undefined;
}

/** The place between an address and a host: what else stands behind four numbers that are not defanged may make them a version. */
function beforeHost(text: string, at: number, end: number): readonly number[] {
  const place = addressEnd(text, at, end);
  return place !== undefined && isSmallLetter(text[place]) && isHost(text.slice(place, end)) ? [place] : [];
}

/** Where a host in small letters ends at whose end an address or a word with a capital begins. */
function endOfHost(text: string, at: number, end: number): number | undefined {
  const dot = text.indexOf('.', at);
  for (let place = dot; place > 0 && place < end; place += 1) {
    if (!isSmallLetter(text[place - 1])) continue;
    const isValue = isDigit(text[place]) && addressEnd(text, place, end) !== undefined;
    if (isValue || beginsWord(text, place)) return isHost(text.slice(at, place)) ? place : undefined;
  }
  return undefined;
}

/** Whether a word with a capital begins: "Command", "C2". */
const beginsWord = (text: string, at: number): boolean =>
  (isCapital(text[at]) && isSmallLetter(text[at + 1])) || beginsLabel(text, at);

const isHost = (text: string): boolean => text === text.toLowerCase() && validDomain(text) !== undefined;

import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import type { CommandSystem, FoundThing, IndicatorType, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isDigit, isWordCharacter } from '../text/characters.js';
import { hasAny } from '../text/shape.js';
import { joined, type Page } from './page.js';

const DIGITS_MAX = 5;
const PORT_MAX = 65_535;
/** The logs of connections: that of lookups has no port. On macOS there is none of it. */
const CONNECTIONS: Readonly<Partial<Record<CommandSystem, string>>> = {
  windows: 'windows/network-connection',
  linux: 'linux/network-connection',
};
/** From here on systems hand out ports themselves: behind the address of who called it tells nothing. */
export const DYNAMIC_FROM = 49_152;
/** Ports of the web, where the host tells as much. */
const OF_WEB: ReadonlySet<string> = new Set(['80', '443']);
/** What stands between a host and its port in words: "203.0.113.7 over TCP port 4782". */
const BETWEEN: ReadonlySet<string> = new Set(['on', 'over', 'at', 'via', 'using', 'tcp', 'udp', 'port']);
/** The words of these behind which a number is a port. */
const BEFORE_NUMBER: ReadonlySet<string> = new Set(['port', 'tcp', 'udp']);
const BETWEEN_MAX = 4;
const BEHIND_MAX = 40;
const THINGS: ReadonlyMap<IndicatorType, 'domain' | 'ip-address'> = new Map([
  ['domain', 'domain'],
  ['ipv4', 'ip-address'],
]);

/** Finds hosts and addresses with the port that hosts connect to: `fen.example:4782`, "203.0.113.7 port 4782". */
export function findHostsWithPorts(page: Page): readonly FoundThing[] {
  const log = connectionsOf(page);
  if (log === undefined) return [];
  const found = page.indicators.flatMap(({ type, value, spans }) => {
    const thing = THINGS.get(type);
    if (thing === undefined) return [];
    const placed = spans.flatMap((span) => withPort(page, log, { thing, value, spans: [span] }) ?? []);
    return thing === 'domain' ? placed.slice(0, 1) : placed;
  });
  return joined(found, ({ value, beside }) => `${value} ${beside?.[0]?.value ?? ''}`);
}

function withPort({ doc: { text } }: Page, log: string, found: FoundThing): FoundThing | undefined {
  const [span] = found.spans as readonly [Span];
  const isAddress = found.thing === 'ip-address';
  const place = portAt(text, span.end) ?? portInWords(text, span.end);
  if (place === undefined) return undefined;
  const value = text.slice(place.start, place.end);
  if (OF_WEB.has(value) || (isAddress && Number(value) >= DYNAMIC_FROM && !isServer(text, span))) return undefined;
  return atPort(found, { thing: 'port', value, spans: [place] }, log);
}

/** The log that shows what the hosts of a document connect to; undefined where their system has none. */
export function connectionsOf({ doc }: Page): string | undefined {
  return CONNECTIONS[hostSystem(doc.text)];
}

/** A host or address as it is looked for with a port in a log of connections. */
export function atPort(found: FoundThing, port: FoundThing, log: string): FoundThing {
  return { ...found, deed: 'connected-to', seenIn: log, beside: [port] };
}

/** The place of the port right behind a host and a colon, in the document's own text. */
export function portAt(text: string, end: number): Span | undefined {
  const from = text.startsWith('[:]', end) ? end + 3 : end + 1;
  if (from === end + 1 && text[end] !== ':') return undefined;
  return numberAt(text, from);
}

/** The port that words behind a host lead to, in the same sentence. */
export function portInWords(text: string, end: number): Span | undefined {
  const words = tokensOf(text.slice(end, end + BEHIND_MAX), end).slice(0, BETWEEN_MAX);
  const port = words.findIndex((word) => !BETWEEN.has(word.text));
  const number = words[port];
  if (
    number === undefined ||
    !BEFORE_NUMBER.has(words[port - 1]?.text ?? '') ||
    hasAny(text.slice(end, number.start), '.;\n')
  )
    return undefined;
  return numberAt(text, number.start);
}

/**
 * A number at a place that may be a port: with more digits, a path or a further colon behind it is another form of address, or no port; with a
 * second number behind a hyphen several.
 */
function numberAt(text: string, from: number): Span | undefined {
  let end = from;
  while (end - from < DIGITS_MAX && isDigit(text[end])) end += 1;
  const port = Number(text.slice(from, end));
  const next = text[end] ?? ' ';
  const isWhole = !isWordCharacter(next) && !'/:'.includes(next) && !('-–'.includes(next) && isDigit(text[end + 1]));
  return isWhole && end > from && port > 0 && port <= PORT_MAX ? { start: from, end } : undefined;
}

/** Whether the sentence around an address says that it is a server of the intruders. */
function isServer(text: string, { start, end }: Span): boolean {
  const sentence = sentenceAround(text, start, end);
  return tokensOf(text.slice(sentence.start, sentence.end)).some((word) => wordSet('c2-words').has(word.text));
}

import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, FoundThing, IndicatorType, Span } from '../model.js';
import { type Passage, passageAt, sentenceAround } from '../segment/passage.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { isNumber } from '../text/shape.js';
import { countOfLeading } from '../text/sorted.js';
import { atPort, connectionsOf, DYNAMIC_FROM } from './host-and-port.js';
import { joined, type Page } from './page.js';

const PORT_MAX = 65_535;
/** How many words behind "port" a number may stand: "port on TCP 50275", "ports 4431, 4432 and 4433". */
const WORDS_BEHIND = 6;
/** Longest block that is an address and little more. */
const ADDRESS_ALONE_MAX = 60;
/** How many characters lie between two blocks at most. */
const BETWEEN_BLOCKS_MAX = 4;
/** Words that stand between "port" and its number. */
const BETWEEN = new Set(['on', 'tcp', 'udp', 'number', 'numbers', 'and', 'or', 'to', 'such', 'as', 'is', 'the']);

/**
 * Finds ports of which the text says that the intruder's program connects or listens there: a hint where a network has no service of its own at
 * them. On Linux, where connections are seldom logged, those beside an address.
 */
export function findPorts(page: Page): readonly FoundThing[] {
  const log = connectionsOf(page);
  if (log === undefined) return [];
  const isWindows = hostSystem(page.doc.text) === 'windows';
  const { lower, text } = page;
  const addresses = hostsOf(page, ['ipv4', 'ipv6']);
  const domains = hostsOf(page, ['domain']);
  const found = placesOf(lower, 'port').flatMap((at): readonly FoundThing[] => {
    const end = at + (lower[at + 4] === 's' ? 5 : 4);
    if (isWordCharacter(lower[at - 1]) || isWordCharacter(lower[end]) || page.isCode(at)) return [];
    const sentence = sentenceAround(text, at, end);
    const words = tokensOf(text.slice(sentence.start, sentence.end), sentence.start);
    if (!isOwn(words)) return [];
    const told = page.spanOf(sentence.start, sentence.end);
    if (isOfDomain(addresses, domains, told.start, page.spanOf(at, end).start)) return [];
    const address = addressIn(addresses, told) ?? addressIn(addresses, introducedBy(page, told));
    return portsBehind(
      text,
      words.filter((word) => word.start >= end),
    )
      .filter((word) => address !== undefined || Number(word.text) < DYNAMIC_FROM)
      .flatMap((word): readonly FoundThing[] => {
        const port: FoundThing = { thing: 'port', value: word.text, spans: [page.spanOf(word.start, word.end)] };
        if (address !== undefined) return [atPort(address, port, log)];
        return isWindows ? [{ ...port, deed: 'connected-to' }] : [];
      });
  });
  return joined(found, ({ value, beside }) => `${value} ${beside?.[0]?.value ?? ''}`);
}

/** The hosts of some types on a page, place by place, in the order of the text. */
function hostsOf(
  { indicators }: Page,
  types: readonly IndicatorType[],
): readonly (Span & { readonly value: string })[] {
  return indicators
    .filter(({ type }) => types.includes(type))
    .flatMap(({ value, spans }) => spans.map(({ start, end }) => ({ value, start, end })))
    .sort((a, b) => a.start - b.start);
}

/** Whether the last host before a port in its sentence is a domain: the port is not that of an address further away. */
function isOfDomain(
  addresses: ReturnType<typeof hostsOf>,
  domains: ReturnType<typeof hostsOf>,
  from: number,
  place: number,
): boolean {
  const lastOf = (hosts: ReturnType<typeof hostsOf>): number =>
    hosts[countOfLeading(hosts, (each) => each.start < place) - 1]?.start ?? -1;
  const domain = lastOf(domains);
  return domain >= from && domain > lastOf(addresses);
}

/** The address that a sentence names, if it names one alone. */
function addressIn(addresses: ReturnType<typeof hostsOf>, { start, end }: Span): FoundThing | undefined {
  const before = countOfLeading(addresses, (each) => each.start < start);
  const [first, second] = addresses.slice(before, before + 2).filter((each) => each.end <= end);
  if (first === undefined || (second !== undefined && second.value !== first.value)) return undefined;
  return { thing: 'ip-address', value: first.value, spans: [{ start: first.start, end: first.end }] };
}

/** The block that a sentence introduces with a colon at its end, if it holds little more than an address: "over TCP port 6131:". */
function introducedBy({ doc }: Page, { end }: Span): Span {
  const passage = passageAt(doc, end - 1);
  const stop = passage === undefined ? end : passage.start + passage.text.length;
  const next = stop - end > 1 || doc.text[stop - 1] !== ':' ? undefined : passageBehind(doc, stop);
  if (next === undefined || next.text.length > ADDRESS_ALONE_MAX) return { start: end, end };
  return { start: next.start, end: next.start + next.text.length };
}

function passageBehind(doc: AdvisoryDocument, end: number): Passage | undefined {
  for (let at = end; at < end + BETWEEN_BLOCKS_MAX; at += 1) {
    const passage = passageAt(doc, at);
    if (passage !== undefined) return passage;
  }
  return undefined;
}

/** Whether a sentence says that an intruder's program speaks at a port. */
function isOwn(words: readonly Token[]): boolean {
  const has = (list: string): boolean => words.some((word) => wordSet(list).has(word.text));
  return (
    (has('programs-of-intruders') || has('intruders') || has('c2-words')) &&
    has('port-deeds') &&
    !has('no-ports-of-intruders')
  );
}

/** The numbers right behind "port", in a row, up to an address. */
function portsBehind(text: string, words: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  for (const word of words.slice(0, WORDS_BEHIND)) {
    if (text[word.end] === '.' && isDigit(text[word.end + 1])) break;
    if (isNumber(word.text)) found.push(word);
    else if (!BETWEEN.has(word.text)) break;
  }
  return found.filter(({ text }) => isTelling(text));
}

function isTelling(port: string): boolean {
  const number = Number(port);
  return number > 0 && number <= PORT_MAX && !port.startsWith('0') && !wordSet('everyday-ports').has(port);
}

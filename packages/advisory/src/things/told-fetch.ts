import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isVerbOf } from '../deeds/verbs.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Indicator, Span } from '../model.js';
import { type Passage, passageAt, passagesOf, sentenceAround } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';
import type { Page } from './page.js';

const HOSTS: ReadonlySet<Indicator['type']> = new Set<Indicator['type']>(['url', 'domain', 'ipv4']);
const FETCHED = ['downloaded-from', 'executed', 'started', 'called', 'loaded'] as const;
const TITLE = 'Program Run With A Reported Address';

/**
 * Finds programs of Windows that a sentence says got something from an address, where it shows no command: "certutil was used to download fen.bin
 * from 45.66.7.8", "mshta.exe was launched with a remote file from fen.top". The address is looked for in that program's command line.
 */
export function findToldFetches({ doc, indicators }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  const addresses = new Map<number, AddressPlace[]>();
  for (const { type, value, spans } of indicators) {
    if (!HOSTS.has(type)) continue;
    for (const { start, end } of spans) {
      const passage = passageAt(doc, start);
      if (passage === undefined) continue;
      const list = addresses.get(passage.start) ?? [];
      list.push({ value: withoutScheme(value), start: start - passage.start, end: end - passage.start });
      addresses.set(passage.start, list);
    }
  }
  return passagesOf(doc).flatMap((passage) => {
    const own = addresses.get(passage.start);
    const isTold = passage.block.type !== 'code' && passage.block.type !== 'heading';
    return own === undefined || !isTold ? [] : fetchesIn(passage, own);
  });
}

interface AddressPlace extends Span {
  readonly value: string;
}

function fetchesIn(passage: Passage, addresses: readonly AddressPlace[]): readonly FoundThing[] {
  const { text } = passage;
  return addresses.flatMap((address): readonly FoundThing[] => {
    const sentence = sentenceAround(text, address.start, address.end);
    const tokens = tokensOf(text.slice(sentence.start, sentence.end), sentence.start);
    const programs = tokens.filter((token) => isProgram(text, token));
    const [program] = programs;
    // Of several addresses or programs it is not told which belong together; a host within an address is the same.
    const others = addresses.filter(
      ({ start, end }) =>
        start >= sentence.start && end <= sentence.end && (end <= address.start || start >= address.end),
    );
    const isPart = addresses.some(
      ({ start, end }) => start <= address.start && end >= address.end && end - start > address.end - address.start,
    );
    if (isPart || program === undefined || new Set(programs.map((each) => each.text)).size > 1 || others.length > 0)
      return [];
    if (!isFetched(tokens) || isTyped(text, program, address)) return [];
    const at = (span: Span): Span => ({ start: passage.start + span.start, end: passage.start + span.end });
    const process: FoundThing = { thing: 'process', value: `${program.text}.exe`, spans: [at(program)] };
    return [
      {
        thing: 'command-line',
        value: address.value,
        deed: 'executed',
        title: TITLE,
        spans: [at(address)],
        beside: [process],
      },
    ];
  });
}

/** Whether some words say that something was got or run, and ask for nothing. */
function isFetched(tokens: readonly Token[]): boolean {
  if (tokens.some(({ text }) => wordSet('asked-not-run').has(text))) return false;
  return tokens.some(({ text }) => isVerbOf(FETCHED, text));
}

/** Whether only options and signs stand between a program and its address: a command that is read as such. */
function isTyped(text: string, program: Span, address: Span): boolean {
  if (address.start < program.end) return false;
  const between = text.slice(program.end, address.start);
  return between.includes(' -') || between.includes(' /') || tokensOf(between).length <= 1;
}

function isProgram(text: string, { text: name, start, end }: Token): boolean {
  if (!wordSet('fetching-programs').has(name) || '.\\/-_@'.includes(text[start - 1] ?? ' ')) return false;
  const isExe = text.slice(end, end + 4).toLowerCase() === '.exe';
  const next = text[isExe ? end + 4 : end] ?? ' ';
  return !isWordCharacter(next) && !'\\/_@-'.includes(next);
}

function withoutScheme(value: string): string {
  const scheme = value.indexOf('://');
  return scheme < 0 ? value : value.slice(scheme + 3);
}

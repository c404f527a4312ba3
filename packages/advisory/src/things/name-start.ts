import { tokensOf } from '../attribute/cues.js';
import { isOwnUserAgent } from '../indicators/user-agent.js';
import { nameStarts } from '../kinds/partial-name.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf, sentenceAround } from '../segment/passage.js';
import { isVisible } from '../text/characters.js';
import { QUOTES, trimEndOf } from '../text/ends.js';
import { leading } from '../text/stretches.js';
import { joined, type Page } from './page.js';

const ACCOUNTS = new Set(['account', 'accounts', 'user', 'users', 'username', 'usernames']);
const HOSTS = new Set([
  'host',
  'hosts',
  'hostname',
  'hostnames',
  'workstation',
  'workstations',
  'computers',
  'machines',
]);
const AGENTS = new Set(['agent', 'agents', 'user-agent', 'user-agents']);

/**
 * Finds accounts, computers and clients of which the text tells how their names begin: "accounts whose names start with svc-hrn", "user agents
 * beginning with HeronBot/2".
 */
export function findNameStarts({ doc }: Page): readonly FoundThing[] {
  const found = passagesOf(doc).flatMap((passage) => {
    if (passage.block.type === 'code') return [];
    const names = (nouns: ReadonlySet<string>): readonly Start[] => startsIn(passage, nouns);
    return [
      ...names(ACCOUNTS).map(({ start, value }) => wildThing('account-name', passage, start, value)),
      ...names(HOSTS).flatMap(({ start, value }) =>
        isOfIntruder(passage, start) && !wordSet('workstation-prefixes').has(value.toLowerCase())
          ? [{ ...wildThing('host-name', passage, start, value), deed: 'connected-from' as const }]
          : [],
      ),
      ...names(AGENTS).flatMap((name) => agentAt(passage, name)),
    ];
  });
  return joined(found, ({ thing, value }) => `${thing} ${value.toLowerCase()}`);
}

interface Start {
  readonly start: number;
  readonly value: string;
}

function startsIn(passage: Passage, nouns: ReadonlySet<string>): readonly Start[] {
  return nameStarts(passage, nouns).map(({ name, start }) => ({ start, value: name }));
}

function wildThing(thing: 'account-name' | 'host-name', passage: Passage, start: number, name: string): FoundThing {
  const at = passage.start + start;
  return { thing, value: `${name}*`, parts: [name, ''], spans: [{ start: at, end: at + name.length }] };
}

/** A row asks whether a user agent holds the value, so that its beginning is one. */
function agentAt(passage: Passage, { start }: Start): readonly FoundThing[] {
  const word = leading(passage.text.slice(start), (each) => isVisible(each) && !QUOTES.includes(each));
  const value = trimEndOf(word, '.,;:)*…');
  const at = passage.start + start;
  if (!isOwnUserAgent(value)) return [];
  return [{ thing: 'user-agent', value, deed: 'requested', spans: [{ start: at, end: at + value.length }] }];
}

/** Whether the sentence of a place says that it tells of an intruder. */
function isOfIntruder({ text }: Passage, start: number): boolean {
  const sentence = sentenceAround(text, start, start);
  return tokensOf(text.slice(sentence.start, sentence.end)).some((word) => wordSet('intruders').has(word.text));
}

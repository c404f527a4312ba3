import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isVerbOf } from '../deeds/verbs.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { once, onceEach } from '../once.js';
import { passagesOf, sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { OPENING_QUOTES, trimEndOf } from '../text/ends.js';
import { joined, type Page } from './page.js';

/** A kind of named object of Windows: the words for it, a word that its sentence must have, and the log that shows its name. */
interface Kind {
  readonly nouns: readonly string[];
  readonly of: string;
  readonly found: Pick<FoundThing, 'thing' | 'deed' | 'seenIn' | 'title'>;
  /** The program whose command line has the name, where the sentence names that program. */
  readonly program?: string;
}

const KINDS: readonly Kind[] = [
  {
    nouns: ['filter', 'consumer', 'subscription'],
    of: 'wmi',
    found: { thing: 'task-name', deed: 'installed', seenIn: 'windows/wmi-event' },
  },
  {
    nouns: ['task'],
    of: 'schtasks',
    found: {
      thing: 'task-name',
      deed: 'created',
      seenIn: 'windows/process-creation',
      title: 'Scheduled Task Made By A Command',
    },
    program: 'schtasks.exe',
  },
  { nouns: ['job'], of: 'bits', found: { thing: 'task-name', deed: 'created', seenIn: 'windows/bits-client' } },
];
const NAME = { min: 4, max: 60 } as const;

/** Finds names of WMI filters and consumers, of BITS jobs and of tasks made by schtasks: "an event filter named HrnFilter", "the BITS job "HrnUpdate"". */
export function findWindowsJobs(page: Page): readonly FoundThing[] {
  const { lower, text } = page;
  if (hostSystem(page.doc.text) !== 'windows') return [];
  const isInCode = codeNames(page);
  const found = KINDS.flatMap(({ nouns, of, found, program }) =>
    nouns.flatMap((noun) =>
      placesOf(lower, noun).flatMap((at): readonly FoundThing[] => {
        const end = at + noun.length;
        if (isWordCharacter(text[at - 1]) || isWordCharacter(text[end]) || page.isCode(at)) return [];
        const sentence = sentenceAround(text, at, end);
        const told = tokensOf(text.slice(sentence.start, sentence.end), sentence.start);
        const by = told.find((token) => token.text === of);
        const name = by === undefined ? undefined : nameBehind(text, end);
        if (by === undefined || name === undefined) return [];
        const value = text.slice(name.start, name.end);
        const spans = [page.spanOf(name.start, name.end)];
        if (program === undefined) return [{ ...found, value, spans }];
        if (!told.some((token) => isVerbOf(['created'], token.text))) return [];
        // A command that the page shows tells more.
        if (isInCode(value)) return [];
        return [
          {
            ...found,
            value,
            spans,
            beside: [{ thing: 'process', value: program, spans: [page.spanOf(by.start, by.end)] }],
          },
        ];
      }),
    ),
  );
  return joined(found, ({ value, seenIn }) => `${seenIn} ${value.toLowerCase()}`);
}

/** Says whether code has a name. The code is joined once and each name looked for once: a hostile text has thousands. */
function codeNames({ doc }: Page): (name: string) => boolean {
  const code = once(() =>
    passagesOf(doc)
      .filter(({ block }) => block.type === 'code')
      .map(({ text }) => text)
      .join('\n'),
  );
  return onceEach(new Map<string, boolean>(), (name) => code().includes(name));
}

/** The name right behind a word: quoted, or behind "named" and written as names are. */
function nameBehind(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const given = givenAt(text, from);
  let start = given ?? from;
  while (' :'.includes(text[start] ?? '-')) start += 1;
  const isQuoted = OPENING_QUOTES.includes(text[start] ?? '-');
  if (isQuoted) start += 1;
  const name = nameAt(text, start);
  const isOwn = isQuoted || (given !== undefined && name.slice(1) !== name.slice(1).toLowerCase());
  if (!isOwn || name.length < NAME.min || name.length > NAME.max) return undefined;
  return { start, end: start + name.length };
}

/** Where "named" or a word like it ends that stands right behind a place. */
function givenAt(text: string, from: number): number | undefined {
  const [next] = tokensOf(text.slice(from, from + NAME.max));
  return next !== undefined && next.start <= 1 && wordSet('name-givers').has(next.text) ? from + next.end : undefined;
}

function nameAt(text: string, start: number): string {
  let end = start;
  while (end - start <= NAME.max && (isWordCharacter(text[end]) || '.-$'.includes(text[end] ?? ' '))) end += 1;
  return trimEndOf(text.slice(start, end), '.-');
}

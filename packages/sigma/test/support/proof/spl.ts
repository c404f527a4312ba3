import { both, NotKnown, type Predicate } from './predicate.js';
import { SplNames } from './spl-names.js';
import { whereOf } from './spl-where.js';
import { type SplWord, splCommands, splWords } from './spl-words.js';
import type { Interpreted } from './steps.js';
import { MANY, networkTest, numberTest, regexTest, thereTest, wild, wildTest } from './texts.js';

/** A macro: its arguments, and the text that it stands for. */
type Macros = Readonly<Record<string, { readonly arguments?: readonly string[] | null; readonly definition: string }>>;
/** Commands that keep every event, whatever they show of it. */
const SHOWING = new Set([
  'stats',
  'table',
  'fields',
  'sort',
  'dedup',
  'rename',
  'convert',
  'fillnull',
  'iplocation',
  'head',
  'eventstats',
  'bin',
  'bucket',
  'eval',
  'fromjson',
  'lookup',
  'rex',
  'xmlkv',
]);

/**
 * Reads a search of Splunk: search terms, `tstats` over a data model, `where`, `regex`, what is counted, and what is only shown. Written from Splunk's manual and not from the
 * reader of queries: OR binds tighter than the implied AND, letter case does not matter in a search, `*` is the only wildcard, a field that is
 * missing satisfies no test and so every NOT.
 * @throws NotKnown for everything else, and for a condition on what a command made.
 */
export function interpretSpl(query: string, macros: Macros = {}): Interpreted {
  const [head = '', ...commands] = splCommands(expanded(query, macros));
  const parts: Predicate[] = [];
  const names = new SplNames();
  const tstats = head === '' ? commands.shift() : undefined;
  if (tstats !== undefined) {
    parts.push(...modelled(tstats));
    names.take('tstats', tstats);
  } else parts.push(searchOf(head.replace(/^search\s+/, ''), (name) => name));
  for (const command of commands) {
    const name = /^[\w]+/.exec(command)?.[0] ?? '';
    const body = command.slice(name.length).trim();
    if (name === 'search') parts.push(names.condition(searchOf(body, (field) => field)));
    else if (name === 'where') parts.push(names.condition(whereOf(body)));
    else if (name === 'regex') parts.push(names.condition(regexOf(body)));
    else if (SHOWING.has(name)) names.take(name, body);
    else throw new NotKnown(`the command ${name}`);
  }
  const flat = parts.flatMap((part) => (part.kind === 'and' ? part.children : [part]));
  const model = /\bfrom\s+datamodel\s*=\s*"?([\w.]+)/i.exec(tstats ?? '')?.[1] ?? '';
  const tags = TAGS.find(([name]) => model.startsWith(name))?.[1];
  return {
    steps: [{ predicate: both('and', flat), by: [] }],
    ...(names.isCounted ? { isCounted: true } : {}),
    ...(tags === undefined ? {} : { beside: { tag: tags } }),
  };
}

/** The tags of the events that a data model takes in, as Splunk's manual of the Common Information Model lists them. */
const TAGS: readonly (readonly [model: string, tags: readonly string[]])[] = [
  ['Endpoint.Processes', ['process', 'report']],
  ['Endpoint.Filesystem', ['endpoint', 'filesystem']],
  ['Endpoint.Registry', ['endpoint', 'registry']],
  ['Network_Traffic', ['network', 'communicate']],
  ['Network_Resolution', ['network', 'resolution', 'dns']],
  ['Web', ['web']],
  ['Malware', ['malware', 'attack']],
];

/** `regex FIELD="…"` keeps the events in whose field the expression finds a part, `!=` the others. */
function regexOf(body: string): Predicate {
  const [field, operator, source, ...others] = splWords(body);
  if (field?.kind !== 'word' || source?.kind !== 'text' || others.length > 0)
    throw new NotKnown('regex of the whole event');
  const test = regexTest(field.text, source.text, false, { cased: true, missing: false });
  return operator?.text === '=' ? test : { kind: 'not', child: test };
}

/** The search with its macros written out. A macro that is not given, or that only shows, is left out where it is a command of its own. */
function expanded(query: string, macros: Macros, depth = 0): string {
  if (depth > 8) throw new NotKnown('macros in macros');
  return query.replace(/`([^`]*)`/g, (_, call: string) => {
    const [, name = '', list] = /^\s*([\w-]+)\s*(?:\((.*)\))?\s*$/s.exec(call) ?? [];
    if (
      /^(?:drop_dm_object_name|security_content_ctime|security_content_summariesonly)$/.test(name) ||
      name.endsWith('_filter')
    )
      return '';
    const values = list === undefined ? [] : list.split(',').map((value) => value.trim().replace(/^"(.*)"$/, '$1'));
    const macro = macros[values.length === 0 ? name : `${name}(${values.length})`] ?? macros[name];
    if (macro === undefined) throw new NotKnown(`the macro ${name}`);
    const text = (macro.arguments ?? []).reduce(
      (definition, argument, index) => definition.replaceAll(`$${argument}$`, values[index] ?? ''),
      macro.definition,
    );
    return expanded(text, macros, depth + 1);
  });
}

/** `tstats … from datamodel=Model.Set where … by …`: the fields lose the name of their set. */
function modelled(command: string): readonly Predicate[] {
  const [, model = '', rest = ''] =
    /^tstats\s[\s\S]*?\bfrom\s+datamodel\s*=\s*"?([\w.]+)"?\s*([\s\S]*)$/i.exec(command) ?? [];
  if (model === '') throw new NotKnown('a search that begins with a command');
  const [before = ''] = rest.split(/\bby\b(?![^"]*"(?:[^"]*"[^"]*")*[^"]*$)/i);
  const condition = /^\s*where\b([\s\S]*)$/i.exec(before)?.[1] ?? '';
  const bare = (field: string) => field.replace(/^\w+\./, '');
  return condition.trim() === '' ? [] : [searchOf(condition, bare)];
}

function searchOf(text: string, nameOf: (field: string) => string): Predicate {
  return new SearchReader(splWords(text), nameOf).read();
}

const HOW = { cased: false, missing: false } as const;

class SearchReader {
  private at = 0;

  constructor(
    private readonly words: readonly SplWord[],
    private readonly nameOf: (field: string) => string,
  ) {}

  read(): Predicate {
    const predicate = this.and();
    if (this.at < this.words.length) throw new NotKnown(`what follows from ${this.words[this.at]?.text}`);
    return predicate;
  }

  private and(): Predicate {
    const parts = [this.or()];
    while (this.at < this.words.length && this.peek()?.text !== ')') {
      this.word('AND');
      parts.push(this.or());
    }
    return both('and', parts);
  }

  private or(): Predicate {
    const parts = [this.not()];
    while (this.word('OR')) parts.push(this.not());
    return both('or', parts);
  }

  private not(): Predicate {
    if (this.word('NOT')) return { kind: 'not', child: this.not() };
    if (this.sign('(')) {
      const inner = this.and();
      if (!this.sign(')')) throw new NotKnown('a group that does not end');
      return inner;
    }
    return this.term();
  }

  private term(): Predicate {
    const first = this.next();
    if (first.kind === 'sign' && '[]'.includes(first.text)) throw new NotKnown('a search in a search');
    const operator = this.peek();
    if (operator?.kind === 'sign' && /^[=<>!]/.test(operator.text)) {
      this.at++;
      return compared(this.nameOf(first.text), operator.text, this.next());
    }
    if (operator?.kind === 'word' && operator.text.toUpperCase() === 'IN') {
      this.at++;
      if (!this.sign('(')) throw new NotKnown('IN without a list');
      const tests: Predicate[] = [];
      for (let word = this.next(); word.text !== ')' || word.kind !== 'sign'; word = this.next())
        if (word.text !== ',' || word.kind !== 'sign') tests.push(compared(this.nameOf(first.text), '=', word));
      return both('or', tests);
    }
    if (first.kind === 'word' && !/^[\w.]+$/.test(first.text)) throw new NotKnown(`the term ${first.text}`);
    return wildTest(undefined, [MANY, ...manyOnly(first.text), MANY], HOW);
  }

  private peek(): SplWord | undefined {
    return this.words[this.at];
  }

  private next(): SplWord {
    const word = this.words[this.at++];
    if (word === undefined) throw new NotKnown('the search ends too early');
    return word;
  }

  private word(text: string): boolean {
    const word = this.peek();
    if (word?.kind !== 'word' || word.text.toUpperCase() !== text) return false;
    this.at++;
    return true;
  }

  private sign(text: string): boolean {
    const word = this.peek();
    if (word?.kind !== 'sign' || word.text !== text) return false;
    this.at++;
    return true;
  }
}

function compared(field: string, operator: string, { text }: SplWord): Predicate {
  if (operator === '=' && text === '*') return thereTest(field, true);
  if (operator === '=' || operator === '!=') {
    const isNetwork = /^(?:\d+\.){3}\d+\/\d+$/.test(text);
    const test = isNetwork ? networkTest(field, text, false) : wildTest(field, manyOnly(text), HOW);
    return operator === '=' ? test : both('and', [thereTest(field, true), { kind: 'not', child: test }]);
  }
  return numberTest(field, operator, Number(text), false);
}

/** Only `*` is a wildcard of a search. */
function manyOnly(text: string): ReturnType<typeof wild> {
  return text.split(/(\*)/).flatMap((part) => (part === '*' ? wild('*') : part === '' ? [] : [part]));
}

import { both, NotKnown, type Predicate } from './predicate.js';
import { type SplWord, splCommands, splWords } from './spl-words.js';
import type { Interpreted } from './steps.js';
import { networkTest, numberTest, regexTest, thereTest, wild, wildTest } from './texts.js';

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
]);

/**
 * Reads a search of Splunk: search terms, `tstats` over a data model, `where` of comparisons, and what is only shown. Written from Splunk's manual and not from the
 * reader of queries: OR binds tighter than the implied AND, letter case does not matter in a search, `*` is the only wildcard, a field that is
 * missing satisfies no test and so every NOT.
 * @throws NotKnown for everything else, and for a condition on what a command made.
 */
export function interpretSpl(query: string, macros: Macros = {}): Interpreted {
  const [head = '', ...commands] = splCommands(expanded(query, macros));
  const parts: Predicate[] = [];
  const tstats = head === '' ? commands.shift() : undefined;
  const made = new Set(tstats === undefined ? [] : madeBy(tstats));
  if (tstats !== undefined) parts.push(...modelled(tstats));
  else parts.push(searchOf(head.replace(/^search\s+/, ''), (name) => name));
  for (const command of commands) {
    const name = /^[\w]+/.exec(command)?.[0] ?? '';
    const body = command.slice(name.length).trim();
    if (name === 'search' || name === 'where') {
      if (splWords(body).some((word) => word.kind === 'word' && made.has(word.text)))
        throw new NotKnown('a condition on what a command made');
      parts.push(name === 'search' ? searchOf(body, (field) => field) : whereOf(body));
    } else if (SHOWING.has(name)) for (const each of madeBy(body)) made.add(each);
    else throw new NotKnown(`the command ${name}`);
  }
  const flat = parts.flatMap((part) => (part.kind === 'and' ? part.children : [part]));
  const model = /\bfrom\s+datamodel\s*=\s*"?([\w.]+)/i.exec(tstats ?? '')?.[1] ?? '';
  const tags = TAGS.find(([name]) => model.startsWith(name))?.[1];
  return {
    steps: [{ predicate: both('and', flat), by: [] }],
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

/** The names that a command gives to what it counts. */
function madeBy(body: string): readonly string[] {
  return ['count', ...[...body.matchAll(/\bas\s+"?([\w.]+)/gi)].map(([, name]) => name as string)];
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
    throw new NotKnown(`a search of the whole event for ${first.text}`);
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

/** `where` of comparisons joined by AND: only those with one field and one constant. */
function whereOf(body: string): Predicate {
  const words = splWords(body);
  const parts: Predicate[] = [];
  for (let at = 0; at < words.length; ) {
    const [name, operator, value, next] = words.slice(at, at + 4);
    if (name?.kind === 'word' && name.text === 'match' && operator?.text === '(') {
      const [field, comma, source, close] = words.slice(at + 2, at + 6);
      if (comma?.text !== ',' || close?.text !== ')') throw new NotKnown('match of something computed');
      parts.push(regexTest(field?.text, source?.text ?? '', false, { cased: true, missing: null }));
      at += 6;
    } else if (
      name?.kind === 'word' &&
      operator?.kind === 'sign' &&
      /^[=<>!]/.test(operator.text) &&
      value !== undefined
    ) {
      parts.push(evaluated(name.text, operator.text, value));
      at += 3;
    } else throw new NotKnown(`where ${body.slice(0, 40)}`);
    const joint = words[at];
    if (joint !== undefined && joint.text.toUpperCase() !== 'AND')
      throw new NotKnown(`where with ${joint.text} ${next?.text ?? ''}`);
    at++;
  }
  return both('and', parts);
}

/** A comparison of `where`, which minds the letters' case; with a missing field it is neither true nor false. */
function evaluated(field: string, operator: string, { kind, text }: SplWord): Predicate {
  const how = { cased: true, missing: null } as const;
  if (kind === 'word' && Number.isNaN(Number(text))) throw new NotKnown('a comparison of two fields');
  if (kind === 'word') {
    if (operator === '!=') return { kind: 'not', child: numberTest(field, '=', Number(text), null) };
    return numberTest(field, operator === '==' ? '=' : operator, Number(text), null);
  }
  if (operator === '=' || operator === '==') return wildTest(field, [text], how);
  if (operator === '!=') return { kind: 'not', child: wildTest(field, [text], how) };
  throw new NotKnown('texts in an order');
}

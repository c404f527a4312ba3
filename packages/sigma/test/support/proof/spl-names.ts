import { ELSEWHERE } from './kql.js';
import { both, NotKnown, type Predicate, type Scalar, type Test, testsOf, truthOf } from './predicate.js';
import { whereOf } from './spl-where.js';
import { wildTest } from './texts.js';

/** Aggregates whose result is a number of the group, and no value of an event. */
const COUNTING = /^(?:c|count|dc|distinct_count|estdc|sum|avg|mean|median|perc\d+|stdev|range)$/i;
const RESULT = /\b(\w+)\s*(\([^()]*(?:\([^()]*\)[^()]*)*\))?\s+as\s+("[^"]*"|[\w.{}:-]+)/gi;
const RENAMED = /("[^"]*"|'[^']*'|[^\s,"']+)\s+as\s+("[^"]*"|'[^']*'|[^\s,"']+)/gi;

/** `name = if(condition, "Yes", "No")`, and nothing else. */
const CHOICE = /^\s*(\w+)\s*=\s*if\(([\s\S]*),\s*("[^"]*"|-?\d+)\s*,\s*("[^"]*"|-?\d+)\s*\)\s*$/;

interface Choice {
  readonly when: Predicate;
  readonly yes: Scalar;
  readonly no: Scalar;
}

const constant = (text: string): Scalar => (text.startsWith('"') ? text.slice(1, -1) : Number(text));

/** What a name means after the commands before: a field of the events, what is counted of them, or what a command made. */
export class SplNames {
  private readonly counted = new Set<string>();
  private readonly made = new Set<string>();
  /** Names that a lookup adds, with the field that it looks up. */
  private readonly listed = new Map<string, string>();
  private readonly chosen = new Map<string, Choice>();
  private readonly renames: (readonly [from: string, to: string])[] = [];
  /** Whether a condition on what is counted was left out. */
  isCounted = false;

  /** Takes note of what a command that keeps all its events does to names. */
  take(name: string, body: string): void {
    if (name === 'rename')
      for (const [, from = '', to = ''] of body.matchAll(RENAMED)) this.renames.unshift([unquoted(from), unquoted(to)]);
    else if (/^(?:stats|tstats|eventstats|streamstats)$/.test(name)) this.takeResults(body);
    else if (name === 'eval') this.takeValues(body);
    else if (name === 'lookup') this.takeLookup(body);
    else if (name === 'rex') for (const [, to = ''] of body.matchAll(/\(\?P?<(\w+)>/g)) this.made.add(to);
    else for (const [, , to = ''] of body.matchAll(RENAMED)) this.made.add(unquoted(to));
  }

  /** One value of several by its number is a value of the field, of which the events here have one. */
  private takeValues(body: string): void {
    const [, flag, condition = '', yes = '', no = ''] = CHOICE.exec(body) ?? [];
    if (flag !== undefined) {
      this.chosen.set(flag, { when: whereOf(condition), yes: constant(yes), no: constant(no) });
      return;
    }
    for (const [, to = '', of] of body.matchAll(
      /(?:^|,)\s*("[^"]*"|'[^']*'|[\w.]+)\s*=(?!=)\s*(?:mvindex\(\s*('[^']*'|[\w.{}]+)\s*,)?/g,
    ))
      if (of === undefined) this.made.add(unquoted(to));
      else this.renames.unshift([unquoted(of), unquoted(to)]);
  }

  /** What a lookup of one field adds, an event has whose field is in the list. */
  private takeLookup(body: string): void {
    const [input = '', output = ''] = body.split(/\bOUTPUT(?:NEW)?\b/i);
    const [, field] = /^\s*(?:\w+=\w+\s+)*[\w.]+\s+\w+\s+as\s+([\w.{}]+)\s*$/i.exec(input) ?? [];
    const names = output.split(/[\s,]+/).map(unquoted);
    for (const name of names.filter((each) => each !== ''))
      if (field === undefined) this.made.add(name);
      else this.listed.set(name, field.replace(/^[A-Z]\w*\./, ''));
  }

  private takeResults(body: string): void {
    const [results = '', by = ''] = body.split(/\bby\b/i);
    if (/\bcount\b(?!\s*\()/i.test(results)) this.counted.add('count');
    for (const [, aggregate = '', , to = ''] of results.matchAll(RESULT))
      (COUNTING.test(aggregate) ? this.counted : this.made).add(unquoted(to));
    // What groups the events is of each of them.
    for (const field of by.split(/[\s,]+/)) {
      const own = field.replace(/^[A-Z]\w*\./, '');
      for (const each of [this.counted, this.made]) each.delete(own);
    }
  }

  /** A condition in the names of the events; what it says of counts is left out where nothing else stands in the same part of it. */
  condition(predicate: Predicate): Predicate {
    const parts = predicate.kind === 'and' ? predicate.children : [predicate];
    const own = parts.filter((part) => !this.isOfCounts(part));
    if (own.length < parts.length) this.isCounted = true;
    return this.renamed(both('and', own));
  }

  private isOfCounts(part: Predicate): boolean {
    const fields = testsOf(part).map(({ field }) => field ?? '');
    if (fields.some((field) => this.made.has(field))) throw new NotKnown('a condition on what a command made');
    const counted = fields.filter((field) => this.counted.has(field));
    if (counted.length > 0 && counted.length < fields.length) throw new NotKnown('counts and fields in one condition');
    return counted.length > 0;
  }

  private renamed(predicate: Predicate): Predicate {
    if (predicate.kind === 'constant') return predicate;
    if (predicate.kind === 'not') return { ...predicate, child: this.renamed(predicate.child) };
    const inList = predicate.kind === 'test' ? this.listed.get(predicate.field ?? '') : undefined;
    if (inList !== undefined)
      return this.renamed(
        both(
          'or',
          ELSEWHERE.map((value) => wildTest(inList, [String(value)], { cased: false, missing: false })),
        ),
      );
    if (predicate.kind === 'test' && this.chosen.has(predicate.field ?? '')) return this.choice(predicate);
    if (predicate.kind === 'test')
      return predicate.field === undefined ? predicate : { ...predicate, field: this.before(predicate.field) };
    return { ...predicate, children: predicate.children.map((child) => this.renamed(child)) };
  }

  /** A test of `if(condition, yes, no)` as the condition under which it holds. */
  private choice(test: Test): Predicate {
    const { no, when, yes } = this.chosen.get(test.field as string) as Choice;
    const holds = (value: Scalar) => truthOf(test, { [test.field as string]: value }) === true;
    if (holds(yes) === holds(no)) throw new NotKnown('a test of a choice that both or none satisfy');
    const own = this.renamed(when);
    return holds(yes) ? own : { kind: 'not', child: own };
  }

  /** The name that a field had before it was renamed; `*` of a name stands for a part that both have. */
  private before(field: string): string {
    return this.renames.reduce((name, [from, to]) => {
      if (!to.includes('*')) return name === to ? from : name;
      const [start = '', end = ''] = to.split('*');
      const fits = name.startsWith(start) && name.endsWith(end);
      return fits ? from.replace('*', () => name.slice(start.length, name.length - end.length)) : name;
    }, field);
  }
}

function unquoted(name: string): string {
  return name.replace(/^(["'])(.*)\1$/, '$2');
}

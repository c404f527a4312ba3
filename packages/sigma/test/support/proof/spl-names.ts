import { both, NotKnown, type Predicate, testsOf } from './predicate.js';

/** Aggregates whose result is a number of the group, and no value of an event. */
const COUNTING = /^(?:c|count|dc|distinct_count|estdc|sum|avg|mean|median|perc\d+|stdev|range)$/i;
const RESULT = /\b(\w+)\s*(\([^()]*(?:\([^()]*\)[^()]*)*\))?\s+as\s+("[^"]*"|[\w.{}:-]+)/gi;
const RENAMED = /("[^"]*"|'[^']*'|[^\s,"']+)\s+as\s+("[^"]*"|'[^']*'|[^\s,"']+)/gi;

/** What a name means after the commands before: a field of the events, what is counted of them, or what a command made. */
export class SplNames {
  private readonly counted = new Set<string>();
  private readonly made = new Set<string>();
  private readonly renames: (readonly [from: string, to: string])[] = [];
  /** Whether a condition on what is counted was left out. */
  isCounted = false;

  /** Takes note of what a command that keeps all its events does to names. */
  take(name: string, body: string): void {
    if (name === 'rename')
      for (const [, from = '', to = ''] of body.matchAll(RENAMED)) this.renames.unshift([unquoted(from), unquoted(to)]);
    else if (/^(?:stats|tstats|eventstats|streamstats)$/.test(name)) this.takeResults(body);
    else if (name === 'eval')
      for (const [, to = ''] of body.matchAll(/(?:^|,)\s*("[^"]*"|'[^']*'|[\w.]+)\s*=(?!=)/g))
        this.made.add(unquoted(to));
    else if (name === 'lookup')
      for (const to of (/\bOUTPUT(?:NEW)?\b(.*)$/is.exec(body)?.[1] ?? '').split(/[\s,]+/)) this.made.add(unquoted(to));
    else for (const [, , to = ''] of body.matchAll(RENAMED)) this.made.add(unquoted(to));
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
    if (predicate.kind === 'test')
      return predicate.field === undefined ? predicate : { ...predicate, field: this.before(predicate.field) };
    return { ...predicate, children: predicate.children.map((child) => this.renamed(child)) };
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

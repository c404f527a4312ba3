import { malformed, QueryFault, unreadable } from '../query-fault.js';

/** How Splunk's Common Information Model names fields, which its add-ons set beside the event's own. */
const COMMON_NAME = /^[a-z]+(?:_[a-z]+)*$/;
const RENAMED = /([\w.{}*]+|"[^"]*")\s+as\s+([\w.{}*]+|"[^"]*")/iy;
const PATTERNS_MAX = 50;
const SEPARATOR = /[\s,]*/y;

/** `old` has a wildcard, and the new name what the wildcard stands for between two texts. */
interface WildcardRename {
  readonly old: string;
  readonly before: string;
  readonly behind: string;
}

/** The names that a search gives to fields. */
export class Names {
  /** New name → old one, or the fault for using the name. */
  readonly #known = new Map<string, string | QueryFault>();
  readonly #patterns: WildcardRename[] = [];
  /** Names that were used before a wildcard changed names. */
  readonly #used = new Set<string>();

  set(name: string, known: string | QueryFault): void {
    this.#known.set(name, known);
  }

  clear(): void {
    this.#known.clear();
  }

  /** `old.*` AS `new.*`, with one wildcard each. */
  rename(old: string, fresh: string, at: number): void {
    if (this.#patterns.length === PATTERNS_MAX) throw unreadable('names are changed by too many wildcards', at);
    const [before = '', behind, ...more] = fresh.split('*');
    if (behind === undefined || more.length > 0 || old.indexOf('*') !== old.lastIndexOf('*')) return;
    this.#patterns.unshift({ old, before, behind });
  }

  /** What a name was given to; undefined for one that no command set. @throws QueryFault for one that no rule can test */
  before(name: string, at: number): string | undefined {
    const known = this.#known.get(name);
    if (known instanceof QueryFault) throw new QueryFault(known.code, known.message, at);
    return known;
  }

  /** A field's own name, before a wildcard changed it. A field that the search tests before is another one, and so are those of add-ons. */
  own(name: string): string {
    const found = this.#used.has(name) || COMMON_NAME.test(name) ? undefined : this.#patternOf(name);
    if (found !== undefined)
      return found.old.replace('*', () => name.slice(found.before.length, name.length - found.behind.length));
    if (this.#patterns.length === 0) this.#used.add(name);
    return name;
  }

  #patternOf(name: string): WildcardRename | undefined {
    return this.#patterns.find(
      ({ before, behind }) =>
        name.length > before.length + behind.length && name.startsWith(before) && name.endsWith(behind),
    );
  }
}

/** The pairs of `rename old AS new, …`; `at` is the text's offset. */
export function* renamesIn(text: string, at: number): Generator<readonly [old: string, fresh: string]> {
  for (let index = 0; ; ) {
    SEPARATOR.lastIndex = index;
    index += SEPARATOR.exec(text)?.[0].length ?? 0;
    if (index >= text.length) return;
    RENAMED.lastIndex = index;
    const found = RENAMED.exec(text);
    if (found === null) throw malformed('rename takes old AS new', at + index);
    index += found[0].length;
    const [old, fresh] = [found[1], found[2]].map((name) => (name as string).replace(/^"|"$/g, ''));
    yield [old as string, fresh as string];
  }
}

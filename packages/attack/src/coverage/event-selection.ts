/** One test on an event's name. In a `wildcard` each `*` stands for any characters. */
export type EventNameTest = {
  readonly kind: 'exact' | 'prefix' | 'suffix' | 'wildcard';
  readonly value: string;
};

/** What a pattern, filter or query names. */
export interface EventSelection {
  /** Any one suffices; empty: any name. */
  readonly names: readonly EventNameTest[];
  /** `iam.amazonaws.com`; empty: any source. */
  readonly sources: readonly string[];
}

/** Far beyond any event's name; a longer value cannot match one. */
const LONGEST_VALUE = 256;

/** Whether a test says nothing about the name: an empty prefix, or stars alone. */
export function admitsEveryName({ kind, value }: EventNameTest): boolean {
  return kind !== 'exact' && (kind === 'wildcard' ? /^\*+$/.test(value) : value === '');
}

/** Matches without backtracking further than the last star: at most pattern length × name length steps. */
function matchesWildcard(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (at < pattern.length && pattern[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** A test as a function of a lower-case name; letters' case does not count. */
export function nameMatcher({ kind, value }: EventNameTest): (lowerCaseName: string) => boolean {
  if (value.length > LONGEST_VALUE) return () => false;
  const wanted = value.toLowerCase();
  switch (kind) {
    case 'exact':
      return (name) => name === wanted;
    case 'prefix':
      return (name) => name.startsWith(wanted);
    case 'suffix':
      return (name) => name.endsWith(wanted);
    case 'wildcard':
      return (name) => matchesWildcard(wanted, name);
  }
}

/**
 * Whether a value matches a pattern in which each `*` stands for any characters. Backtracks no further than the last star: at most pattern
 * length × value length steps.
 */
export function matchesWildcard(pattern: string, value: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < value.length) {
    if (pattern[at] === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (at < pattern.length && pattern[at] === value[index]) {
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

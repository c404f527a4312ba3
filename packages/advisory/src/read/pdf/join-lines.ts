const HASH_LENGTHS = new Set([32, 40, 64, 128]);

/** From this share of lines that end with a hyphen on, a document breaks its words; below, its hyphens are real. */
const HYPHENATION_SHARE = 0.03;

/**
 * Makes the function that joins the lines of a paragraph: words broken at a line's end made whole (as the rest of the
 * document writes them), hashes and URLs that ran over the edge put together, a blank between all others.
 */
export function lineJoiner(lines: readonly string[]): (texts: readonly string[]) => string {
  const words = new Set<string>();
  let broken = 0;
  for (const line of lines) {
    if (/\p{Ll}-$/u.test(line)) broken += 1;
    for (const word of line.toLowerCase().match(/\p{L}[\p{L}-]*\p{L}/gu) ?? []) words.add(word);
  }
  const hyphenates = broken > lines.length * HYPHENATION_SHARE;

  const glue = (before: string, after: string): string => {
    const start = /\p{Ll}+$/u.exec(before.slice(0, -1))?.[0] ?? '';
    const rest = /^\p{Ll}+/u.exec(after)?.[0];
    if (!before.endsWith('-') || start === '' || rest === undefined) return `${before} ${after}`;
    if (words.has(`${start}${rest}`)) return before.slice(0, -1) + after;
    if (words.has(`${start}-${rest}`) || !hyphenates) return before + after;
    return before.slice(0, -1) + after;
  };
  return (texts) =>
    texts.reduce((joined, next) => {
      if (joined === '') return next;
      return runsOver(joined, next) ? joined + next : glue(joined, next);
    }, '');
}

/** Whether the last word of a line is a hash or URL whose other half begins the next line. */
function runsOver(before: string, after: string): boolean {
  const last = before.slice(before.lastIndexOf(' ') + 1);
  const first = /^\S+/.exec(after)?.[0] ?? '';
  if (/^[0-9a-f]{8,127}$/i.test(last) && /^[0-9a-f]{1,120}$/i.test(first)) {
    return !HASH_LENGTHS.has(last.length) && HASH_LENGTHS.has(last.length + first.length);
  }
  return /^(?:h..ps?|ftp):?\[?:?\]?\/\//i.test(last) && /[/_=&?%.-]$/.test(last) && /^[\w%./?=&-]{2,}$/.test(first);
}

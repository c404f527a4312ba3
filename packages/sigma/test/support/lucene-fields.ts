/** What a mapping says of a field; every other field is a keyword. */
export type LuceneFieldKind = 'keyword' | 'text' | 'script' | 'number' | 'ip' | 'boolean';

/** A document: native field name to its value or values. */
export type LuceneDocument = Readonly<Record<string, unknown>>;

/** The words an analyser makes of a text, in order and lower case; undefined for fields that are not analysed. */
export function analyse(kind: LuceneFieldKind, text: string): readonly string[] | undefined {
  if (kind === 'script')
    return text
      .toLowerCase()
      .split(/[^0-9a-z_-]+/)
      .filter((word) => word !== '');
  if (kind !== 'text') return undefined;
  // Unicode's word breaks: a full stop or apostrophe joins letters, a full stop, comma or semicolon joins digits, a colon letters.
  const joined = /[\p{L}\p{N}_]+(?:(?:(?<=\p{L})[.':](?=\p{L})|(?<=\p{N})[.,;'](?=\p{N}))[\p{L}\p{N}_]+)*/gu;
  return text.toLowerCase().match(joined) ?? [];
}

/**
 * Lucene's expression as a JavaScript one over whole terms. Throws on what Lucene does not have or reads otherwise: flags, classes by letter,
 * assertions, unescaped operators, more than 1,000 characters.
 */
export function luceneRegex(source: string): RegExp {
  if (source.length > 1000) throw new Error(`longer than index.max_regex_length: ${source.length}`);
  let pattern = '';
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (character === '\\') {
      const next = source[++at];
      if (next === undefined || /[0-9A-Za-z]/.test(next)) throw new Error(`escape of ${next} in /${source}/`);
      pattern += quoted(next);
    } else if (inClass) {
      if (character === ']') inClass = false;
      if (character === '[') throw new Error(`class within a class in /${source}/`);
      const operator = character === ']' || character === '-' || (character === '^' && source[at - 1] === '[');
      pattern += operator ? character : quoted(character);
    } else if (character === '[') {
      inClass = true;
      pattern += '[';
    } else if (character === '(') {
      if (source[at + 1] === '?') throw new Error(`Perl group in /${source}/`);
      pattern += '(?:';
    } else if (character === '{') {
      const counts = /^\{\d+(?:,\d*)?\}/.exec(source.slice(at));
      if (counts === null) throw new Error(`braces that count nothing in /${source}/`);
      pattern += counts[0];
      at += counts[0].length - 1;
    } else if ('.*+?|)'.includes(character)) pattern += character;
    else if ('#@&<>~"'.includes(character)) throw new Error(`operator ${character} in /${source}/`);
    else pattern += quoted(character);
  }
  if (/(?:^|\(\?:|\|)[*+?{]/.test(pattern)) throw new Error(`nothing to repeat in /${source}/`);
  return new RegExp(`^(?:${pattern})$`, 'su');
}

function quoted(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/** Whether a number satisfies `>5`, `<=2.5`; undefined where the text is no range. */
export function inRange(text: string, value: number): boolean | undefined {
  const range = /^(>=|<=|>|<)\s*(-?[\d.]+)$/.exec(text);
  if (range === null) return undefined;
  const limit = Number(range[2]);
  if (range[1] === '>') return value > limit;
  if (range[1] === '>=') return value >= limit;
  return range[1] === '<' ? value < limit : value <= limit;
}

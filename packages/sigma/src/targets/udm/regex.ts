/** A regular expression in RE2's dialect, ready to stand between slashes. */
export interface Re2Regex {
  readonly source: string;
  /** What the translation gave up, so that the result matches more than the rule's; empty where it is exact. */
  readonly widened: readonly string[];
}

/** RE2's own limit on a counted repetition. */
const MAX_REPEAT = 1_000;

/**
 * A Sigma regular expression (PCRE) as RE2 reads it between slashes, without look-around, back-references, atomic groups and possessive
 * repeats: a look-around is left out, a back-reference becomes any text, the rest loses only its greediness of the engine, so the result
 * never matches less. The flag i is not part of the result (it is `nocase`).
 */
export function toRe2(source: string, flags: string): Re2Regex {
  const widened = new Set<string>();
  let text = '';
  let index = 0;
  const inline = `${flags.includes('m') ? 'm' : ''}${flags.includes('s') ? 's' : ''}`;
  while (index < source.length) {
    const char = source[index] as string;
    if (char === '\\') {
      const [piece, next] = escaped(source, index, widened);
      text += piece;
      index = next;
    } else if (char === '[') {
      const end = classEnd(source, index);
      text += source.slice(index, end).replace(/(?<!\\)((?:\\\\)*)\//g, '$1\\/');
      index = end;
    } else if (char === '(' && source.startsWith('(?', index)) {
      const look = /^\(\?(?:<?[=!])/.exec(source.slice(index, index + 4));
      if (look !== null) {
        widened.add('look-around');
        index = groupEnd(source, index);
        const repeat = /^(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?/.exec(source.slice(index));
        index += repeat?.[0].length ?? 0;
        if (text === '') text = '(?:)';
      } else if (source.startsWith('(?>', index)) {
        widened.add('atomic group');
        text += '(?:';
        index += 3;
      } else if (/^\(\?<[A-Za-z_]/.test(source.slice(index, index + 4))) {
        text += '(?P<';
        index += 3;
      } else {
        text += '(?';
        index += 2;
      }
    } else if (char === '{') {
      const repeat = /^\{(\d+)(,(\d*))?\}/.exec(source.slice(index, index + 20));
      if (repeat === null) {
        text += '\\{';
        index += 1;
      } else {
        text += boundedRepeat(repeat, widened);
        index += repeat[0].length;
        index += skipPossessive(source, index, widened);
      }
    } else if ((char === '*' || char === '+' || char === '?') && source[index + 1] === '+') {
      widened.add('possessive repeat');
      text += char;
      index += 2;
    } else {
      text += char === '/' ? '\\/' : char === '\n' ? '\\n' : char === '\r' ? '\\r' : char;
      index += 1;
    }
  }
  return { source: inline === '' ? text : `(?${inline})${text}`, widened: [...widened] };
}

function skipPossessive(source: string, index: number, widened: Set<string>): number {
  if (source[index] !== '+') return 0;
  widened.add('possessive repeat');
  return 1;
}

function boundedRepeat(repeat: RegExpExecArray, widened: Set<string>): string {
  const low = Number(repeat[1]);
  const high = repeat[2] === undefined ? low : repeat[3] === '' ? Number.POSITIVE_INFINITY : Number(repeat[3]);
  if (low <= MAX_REPEAT && (high <= MAX_REPEAT || high === Number.POSITIVE_INFINITY)) return repeat[0];
  widened.add(`repeat above ${MAX_REPEAT}`);
  return `{${Math.min(low, MAX_REPEAT)},}`;
}

function escaped(source: string, index: number, widened: Set<string>): readonly [string, number] {
  const next = source[index + 1];
  if (next === undefined) return ['\\\\', index + 1];
  if (next >= '1' && next <= '9') {
    widened.add('back-reference');
    return ['(?s:.*)', index + 2];
  }
  if (next === 'k' && /[<{']/.test(source[index + 2] ?? '')) {
    widened.add('back-reference');
    const close = source.slice(index + 3).search(/[>}']/);
    return ['(?s:.*)', close === -1 ? source.length : index + 4 + close];
  }
  const unicode = next === 'u' ? /^[0-9A-Fa-f]{4}/.exec(source.slice(index + 2, index + 6)) : null;
  if (unicode !== null) return [`\\x{${unicode[0]}}`, index + 6];
  switch (next) {
    case 'Z':
      widened.add('end anchor \\Z');
      return ['\\n?\\z', index + 2];
    case 'h':
      return ['[ \\t]', index + 2];
    case 'H':
      return ['[^ \\t]', index + 2];
    case 'R':
      return ['(?:\\r\\n|[\\n\\r])', index + 2];
    case 'e':
      return ['\\x1b', index + 2];
    case 'G':
    case 'K':
      widened.add(`\\${next}`);
      return ['', index + 2];
    default: {
      // RE2 refuses an escaped letter it does not know and accepts any escaped punctuation of ASCII.
      const known = /[dDwWsSbBAzpPtnrfvaxQECX0-9]/.test(next) || !/[A-Za-z]/.test(next);
      const plain = /[^\x21-\x7e]/.test(next);
      return [known && !plain ? `\\${next}` : next, index + 2];
    }
  }
}

function classEnd(source: string, start: number): number {
  let index = start + 1;
  if (source[index] === '^') index += 1;
  if (source[index] === ']') index += 1;
  while (index < source.length && source[index] !== ']') {
    if (source[index] === '\\') index += 1;
    else if (source[index] === '[' && source[index + 1] === ':') {
      const close = source.indexOf(':]', index + 2);
      if (close !== -1) index = close + 1;
    }
    index += 1;
  }
  return Math.min(index + 1, source.length);
}

function groupEnd(source: string, start: number): number {
  let depth = 0;
  let index = start;
  while (index < source.length) {
    const char = source[index];
    if (char === '\\') index += 1;
    else if (char === '[') index = classEnd(source, index) - 1;
    else if (char === '(') depth += 1;
    else if (char === ')') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
    index += 1;
  }
  return source.length;
}

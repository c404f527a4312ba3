import { escapedForRegex } from './literal.js';

/**
 * A rule's regular expression between slashes. The parser admits only what RE2 runs, so nothing is lost: slashes and line breaks are
 * escaped, `\Q…\E` is spelt out, and groups are named in the form that every RE2 knows. Flags m and s go inline, i is `nocase`.
 */
export function toRe2(source: string, flags: string): string {
  let text = '';
  let index = 0;
  while (index < source.length) {
    const char = source[index] as string;
    if (char === '\\' && source[index + 1] === 'Q') {
      const end = source.indexOf('\\E', index + 2);
      text += escapedForRegex(source.slice(index + 2, end === -1 ? source.length : end));
      index = end === -1 ? source.length : end + 2;
    } else if (char === '\\') {
      text += source.slice(index, index + 2);
      index += 2;
    } else if (char === '(' && /^\(\?<[^=!]/.test(source.slice(index, index + 4))) {
      text += '(?P<';
      index += 3;
    } else {
      text += char === '/' ? '\\/' : char === '\n' ? '\\n' : char === '\r' ? '\\r' : char;
      index += 1;
    }
  }
  const inline = `${flags.includes('m') ? 'm' : ''}${flags.includes('s') ? 's' : ''}`;
  return inline === '' ? text : `(?${inline})${text}`;
}

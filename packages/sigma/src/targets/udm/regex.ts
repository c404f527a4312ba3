import { withUnderscores } from '../../characters.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import type { TestOf } from '../../convert/text/tests.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import { compileRegex } from '../../parse/regex.js';
import { type Dialect, operand, present } from './dialect.js';
import { escapedForRegex } from './literal.js';
import { widenedNumber } from './numbers.js';
import { type Place, unsayable } from './place.js';

/** A rule's regular expression on a path. */
export function regexTest(test: TestOf<'regex'>, place: Place, dialect: Dialect, scope: LeafScope): Rendered {
  if (place.kind === 'enum' || place.kind === 'bool' || place.kind === 'timestamp') {
    return unsayable('a regular expression', place, scope);
  }
  if (place.kind === 'int') return widenedNumber(place, dialect, scope);
  if (place.inside && /[\^$]|\\[AzbB]/.test(test.source)) {
    scope.note(
      'widened_regex',
      `${place.path} holds the value beside others in one text, in which anchors stand elsewhere: any text is accepted.`,
    );
    return present(place, dialect);
  }
  // An empty expression matches every value, and between two slashes would be a comment.
  if (test.source === '') return present(place, dialect);
  const regex = firstLineToo(toRe2(test.source, test.flags), test.source, test.flags, place);
  const text = `${operand(dialect, place)} = /${regex}/${test.flags.includes('i') ? ' nocase' : ''}`;
  // A missing value is an empty text in the product, which such an expression would match.
  if (!compileRegex(test.source, test.flags).test('') || place.path === 'raw') return text;
  return joinRendered('and', [present(place, dialect), text], dialect.syntax);
}

/**
 * The product searches only the first line of a value unless the expression has `(?s)`. Where the value may have several lines that flag is
 * added, and an unescaped dot, which would then match line breaks too, is spelt out.
 */
function firstLineToo(regex: string, source: string, flags: string, place: Place): string {
  if (place.kind !== 'text' || flags.includes('s')) return regex;
  if (!source.includes('.')) return `(?s)${regex}`;
  return `(?s)${regex.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\./g, (token) => (token === '.' ? '[^\\n]' : token))}`;
}

/** A placeholder is a reference list that the reader makes. */
export function placeholderTest(
  test: TestOf<'placeholder'>,
  place: Place,
  dialect: Dialect,
  scope: LeafScope,
): Rendered {
  const whole = test.pattern.shape === 'exact';
  const list = withUnderscores(test.name);
  const how = whole ? '' : ' as regular expressions';
  scope.note('placeholder', `Create the reference list "${list}" with the values of %${test.name}%${how}.`);
  if (place.kind === 'enum' || place.kind === 'bool' || place.kind === 'timestamp' || place.kind === 'int') {
    return unsayable('a reference list', place, scope);
  }
  return `${dialect.prefix}${place.path} in ${whole ? '' : 'regex '}%${list} nocase`;
}

/**
 * A rule's regular expression between slashes. The parser admits only what RE2 runs, so nothing is lost: slashes and line breaks are
 * escaped, `\Q…\E` is spelt out, and groups are named in the form that every RE2 knows. Flags m and s go inline, i is `nocase`.
 */
function toRe2(source: string, flags: string): string {
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
    } else if (source.startsWith('(?<', index) && !['', '=', '!'].includes(source.charAt(index + 3))) {
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

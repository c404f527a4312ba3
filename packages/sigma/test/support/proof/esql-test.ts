import { NotKnown, type Predicate, type Scalar, type Test } from './predicate.js';
import { networkTest, numberTest, regexTest, thereTest, wild, wildTest } from './texts.js';

/** A field, and the letter case into which a function changes its value. */
export interface EsqlField {
  readonly path: string;
  readonly folded?: 'lower' | 'upper';
}

const HOW = { cased: true, missing: null } as const;
/** Operators of Lucene's expressions that this page's expressions do not have. */
const LUCENE_OPERATORS = /[#@&<>~"]/;

/** A comparison of a field with a constant. A field of several values satisfies none, and no negation of one. */
export function esqlTest({ path, folded }: EsqlField, operator: string, value: Scalar | null): Predicate {
  if (value === null) throw new NotKnown('a comparison with null');
  const test = plainTest(path, operator, value);
  const changed = (each: Scalar): Scalar => {
    if (folded === undefined || typeof each !== 'string') return each;
    return folded === 'lower' ? each.toLowerCase() : each.toUpperCase();
  };
  return { ...test, holds: (values) => (values.length > 1 ? null : test.holds(values.map(changed))) };
}

function plainTest(field: string, operator: string, value: Scalar): Test {
  const text = String(value);
  switch (operator) {
    case '==':
    case ':':
    case 'match':
      return typeof value === 'number' ? numberTest(field, '=', value, null) : wildTest(field, [text], HOW);
    case 'like':
      return wildTest(field, likeParts(text), HOW);
    case 'rlike':
      if (LUCENE_OPERATORS.test(text.replace(/\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]/g, '')))
        throw new NotKnown('an operator of Lucene’s expressions');
      return regexTest(field, text, true, HOW);
    case 'starts_with':
      return wildTest(field, [text, ...wild('*')], HOW);
    case 'ends_with':
      return wildTest(field, [...wild('*'), text], HOW);
    case 'contains':
      return wildTest(field, [...wild('*'), text, ...wild('*')], HOW);
    case 'cidr_match':
      return networkTest(field, text, null);
    default:
      return numberTest(field, operator, Number(value), null);
  }
}

/** `LIKE`'s pattern: a backslash takes the meaning of `*`, `?` and itself. */
function likeParts(text: string): ReturnType<typeof wild> {
  return (text.match(/\\[\s\S]|[*?]|[^\\*?]+/g) ?? []).flatMap((part) =>
    part.startsWith('\\') ? [part.slice(1)] : wild(part),
  );
}

/** `IS NULL` and `IS NOT NULL`. */
export function esqlNullTest({ path }: EsqlField, isNull: boolean): Predicate {
  return thereTest(path, !isNull);
}

/** `COALESCE(condition, false)`, of a condition on one field. */
export function coalesced(condition: Predicate): Predicate {
  if (condition.kind !== 'test') throw new NotKnown('COALESCE of several conditions');
  return { ...condition, holds: (values) => condition.holds(values) ?? false };
}

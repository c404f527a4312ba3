import { NotKnown, type Predicate, type Scalar, type Truth } from './predicate.js';
import { MANY, numberTest, type Wild, wildTest, wordTest } from './texts.js';

/** One comparison of a text, which is empty where it is missing, or of a number or truth value. */
export function comparison(field: string, operator: string, value: Scalar): Predicate {
  if (typeof value === 'number' && (operator === '==' || operator === '!=' || operator === 'in'))
    return numberTest(field, '=', value, null);
  if (typeof value === 'boolean') return wildTest(field, [String(value)], { cased: false, missing: null });
  const text = String(value);
  const cased = operator.endsWith('_cs') || ['==', '!=', 'in'].includes(operator);
  const how = { cased, missing: text === '' ? true : (false as Truth) };
  const shapes: Readonly<Record<string, Wild>> = {
    contains: [MANY, text, MANY],
    startswith: [text, MANY],
    endswith: [MANY, text],
  };
  const plain = operator.replace(/_cs$/, '');
  const shape = shapes[plain];
  if (shape !== undefined) return wildTest(field, shape, how);
  switch (plain) {
    case '==':
    case '=~':
    case '!=':
    case '!~':
    case 'in':
    case 'in~':
      return wildTest(field, [text], how);
    case 'has':
    case 'has_any':
    case 'has_all':
      return wordTest(field, text, 'none', how);
    case 'hasprefix':
      return wordTest(field, text, 'end', how);
    case 'hassuffix':
      return wordTest(field, text, 'start', how);
    default:
      throw new NotKnown(`the operator ${operator}`);
  }
}

import { type Rendered, renderNot } from '../../convert/walk.js';
import { type Dialect, operand } from './dialect.js';
import type { Place } from './place.js';
import { enumZero } from './schema.js';

/**
 * "The path has a value." UDM keeps no empty values: an empty string, a zero and a missing field are the same. A boolean that is false
 * cannot be distinguished from one that is not set, hence the constant.
 */
export function present(place: Place, dialect: Dialect): Rendered {
  switch (place.kind) {
    case 'int':
      return `${operand(dialect, place)} != 0`;
    case 'enum':
      return `${operand(dialect, place)} != "${enumZero(place.path)}"`;
    case 'timestamp':
    case 'bool':
      return true;
    default:
      return `${operand(dialect, place)} != ""`;
  }
}

/** "The path has no value." For a list this must be the negation of "some element is set". */
export function absent(place: Place, dialect: Dialect): Rendered {
  if (place.repeated) return renderNot(present(place, dialect), dialect.syntax);
  switch (place.kind) {
    case 'int':
      return `${operand(dialect, place)} = 0`;
    case 'enum':
      return `${operand(dialect, place)} = "${enumZero(place.path)}"`;
    case 'timestamp':
    case 'bool':
      return false;
    default:
      return `${operand(dialect, place)} = ""`;
  }
}

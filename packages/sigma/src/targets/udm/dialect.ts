import { type BooleanSyntax, type Rendered, renderNot } from '../../convert/walk.js';
import type { Place } from './place.js';
import { enumZero } from './schema.js';

/** The differences between a UDM search and the events section of a YARA-L rule; the comparisons are the same. */
export interface Dialect {
  readonly syntax: BooleanSyntax;
  /** The text before every path: empty, or the event variable and a dot. */
  readonly prefix: string;
  /**
   * YARA-L copies an event for each element of a list and tests the copies one by one, so `not` and repeated tests on a list go wrong there
   * unless `any` is written. UDM search always means `any` and has no word for it.
   */
  readonly writesAny: boolean;
  /** UDM search can search the raw log line (`raw = /…/`); a rule cannot. */
  readonly rawSearch: boolean;
}

/** UDM search. */
export const UDM_SEARCH: Dialect = {
  syntax: { and: ' AND ', or: ' OR ', not: (operand) => `NOT ${operand}`, notGroupsAtoms: true, alwaysGroup: true },
  prefix: '',
  writesAny: false,
  rawSearch: true,
};

/** The events section of a YARA-L rule for one event variable, given without its dollar sign. */
export function yaralDialect(variable: string): Dialect {
  return {
    syntax: { and: ' and ', or: ' or ', not: (operand) => `not ${operand}`, notGroupsAtoms: true, alwaysGroup: true },
    prefix: `$${variable}.`,
    writesAny: true,
    rawSearch: false,
  };
}

/** The left side of a comparison: the path, with its event variable, and with `any` where a list needs it. */
export function operand(dialect: Dialect, place: Place): string {
  return dialect.writesAny && place.repeated ? `any ${dialect.prefix}${place.path}` : dialect.prefix + place.path;
}

/**
 * "The path has a value." UDM keeps no empty values: an empty string, a zero and a missing field are the same. A boolean that is false
 * cannot be distinguished from one that is not set, hence the constant.
 */
export function present(place: Place, dialect: Dialect): Rendered {
  const nothing = unset(place);
  return nothing === undefined || `${operand(dialect, place)} != ${nothing}`;
}

/** "The path has no value." For a list this must be the negation of "some element is set". */
export function absent(place: Place, dialect: Dialect): Rendered {
  if (place.repeated) return renderNot(present(place, dialect), dialect.syntax);
  const nothing = unset(place);
  return nothing !== undefined && `${operand(dialect, place)} = ${nothing}`;
}

/** What a path that was not set compares equal to; undefined where that cannot be asked. */
function unset({ kind, path }: Place): string | undefined {
  if (kind === 'timestamp' || kind === 'bool') return undefined;
  return kind === 'int' ? '0' : kind === 'enum' ? `"${enumZero(path)}"` : '""';
}

import type { MappedField } from '../../convert/maps.js';
import { splitHashes } from '../../convert/text/hashes.js';
import type { ValueSplit } from '../../convert/text/split.js';
import { asksForAddress } from './address.js';

/** A native field of a rule's field, and what the map says of it. */
export interface NativeField {
  readonly name: string;
  readonly field: MappedField;
}

/**
 * The `type`s in the maps whose `name` lists fields with parts of the value, by the types of those fields; the last is also that of any
 * after it. `address` is an ip and a keyword, `hashes` the four hashes, `account` domain and name, `details` a keyword and texts with the
 * rest or all of the value.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  address: ['ip', 'keyword'],
  hashes: ['lower'],
  account: ['keyword'],
  details: ['keyword', 'text'],
};

/** The native fields of a rule's field, each with the type of what it holds; `spell` writes a name in the language. */
export function nativeFields(field: MappedField, spell: (name: string) => string): readonly NativeField[] {
  const types = PARTS[field.type];
  if (types === undefined) return field.names.map((name) => ({ name: spell(name), field }));
  return field.names.map((name, index) => ({
    name: spell(name),
    field: { ...field, type: (types[index] ?? types.at(-1)) as string },
  }));
}

/** How a value is split over its native fields; undefined where each of them has the whole. */
export function splitOf({ type, names }: MappedField): ValueSplit | undefined {
  switch (type) {
    case 'account':
      return 'account';
    case 'hashes':
      return splitHashes;
    case 'address':
      return (test) => ({ join: 'any', parts: [[asksForAddress(test) ? 0 : 1, test]] });
    case 'details':
      return (test) => ({ join: 'any', parts: names.map((_, index) => [index, test]) });
    default:
      return undefined;
  }
}

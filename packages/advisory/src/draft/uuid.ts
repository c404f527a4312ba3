import { parse, v5 as uuidv5 } from 'uuid';

/** The namespace of all our rule ids, a random UUID chosen once. */
const NAMESPACE = parse('5d0c3f3a-7b2e-4c6f-9a1d-8e4b6c2f7a90');

/** A UUIDv5 (RFC 9562) of the parts. Parts are separated, so that ("ab", "c") and ("a", "bc") differ. */
export function ruleId(...parts: readonly string[]): string {
  const name = parts.map((part) => `${part.length}:${part}`).join('');
  // As bytes, since the library refuses a text that ends in half a character.
  return uuidv5(Buffer.from(name), NAMESPACE);
}

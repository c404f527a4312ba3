/** A step of a field's path without the mark that its value is an array. */
export const withoutArrayMark = (name: string): string =>
  name.endsWith('[]') || name.endsWith('{}') ? name.slice(0, -2) : name;

/**
 * Puts a value into an event under a rule's field name, nested as the log source nests it: dots lead into objects, `[]` and `{}` into the
 * one element of an array. Where another value is in the way, the dotted name becomes a key by itself, which {@link fieldValues} reads too.
 */
export function placeValue(event: object, field: string, value: unknown): void {
  const names = field.split('.');
  let at = event;
  for (const [index, name] of names.entries()) {
    const key = withoutArrayMark(name);
    const isList = key !== name;
    if (index === names.length - 1) {
      if (key === '' || Object.hasOwn(at, key)) break;
      put(at, key, isList && !Array.isArray(value) ? [value] : value);
      return;
    }
    if (key === '') break;
    if (!Object.hasOwn(at, key)) put(at, key, isList ? [{}] : {});
    const inside: unknown = Reflect.get(at, key);
    const next: unknown = Array.isArray(inside) ? inside[0] : inside;
    if (typeof next !== 'object' || next === null) break;
    at = next;
  }
  put(event, field, value);
}

/** Defines rather than assigns, so that a field named `__proto__` is a field like any other. */
function put(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/** An event: a JSON object. Nested objects are reached by dotted field names, dotted keys by the same names. */
export type SigmaEvent = Readonly<Record<string, unknown>>;

/** Most steps of one look-up. A dotted name could otherwise be read in exponentially many ways in a hostile event. */
const STEPS_MAX = 200_000;

/** Marks of arrays in field names, `target[].type` and `a{}.b`: any element counts, as without the marks. */
const ARRAY_MARKS = /\[\]|\{\}/g;
/** A key with dots of its own, `a["b.c"]`, which is found as `a.b.c` is. */
const QUOTED_KEY = /\["([^"]*)"\]/g;

/**
 * The values of a field in an event; arrays are split into their elements. Undefined when the field is missing. A literal key comes before
 * nesting; of several ways to nest (`a.b` → `c`, `a` → `b.c`), the one with the longest first key that leads to the field counts.
 */
export function fieldValues(event: SigmaEvent, field: string): readonly unknown[] | undefined {
  if (Object.hasOwn(event, field)) return elements(event[field]);
  const isMarked = field.includes('[') || field.includes('{}');
  const plain = isMarked ? field.replace(ARRAY_MARKS, '').replace(QUOTED_KEY, '.$1') : field;
  if (!plain.includes('.') && plain === field) return undefined;
  const found: unknown[] = [];
  return lookUp(event, plain, found, { steps: 0 }) ? found : undefined;
}

/** Adds the values that `path` leads to under a node; gives whether there were any. */
function lookUp(node: unknown, path: string, found: unknown[], budget: { steps: number }): boolean {
  if (++budget.steps > STEPS_MAX || typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) {
    let any = false;
    for (const element of node) any = lookUp(element, path, found, budget) || any;
    return any || lookUpKeys(node, path, found, budget);
  }
  return lookUpKeys(node, path, found, budget);
}

function lookUpKeys(node: object, path: string, found: unknown[], budget: { steps: number }): boolean {
  if (Object.hasOwn(node, path)) {
    found.push(...elements(Reflect.get(node, path)));
    return true;
  }
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(node, key) && lookUp(Reflect.get(node, key), path.slice(dot + 1), found, budget)) return true;
  }
  return false;
}

function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.flat(8) : [value];
}

/** Every text, number and boolean of an event at any depth, for keyword search. */
export function allValues(event: SigmaEvent): (string | number | boolean)[] {
  const values: (string | number | boolean)[] = [];
  const waiting: unknown[] = [event];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' || typeof next === 'number' || typeof next === 'boolean') values.push(next);
    else if (typeof next === 'object' && next !== null) for (const value of Object.values(next)) waiting.push(value);
  }
  return values;
}

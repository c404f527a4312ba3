import type { Input } from '../call.js';

/**
 * Turns a form of the query protocols into nested input: `Filter.1.Name` becomes `{ Filter: [{ Name }] }`. A level whose keys are all
 * numbers is a list. The `member` level of the query protocol is a list too and is removed.
 */
export function queryInput(form: URLSearchParams): Input {
  const root = new Map<string, unknown>();
  for (const [name, value] of form) {
    // No operation here nests deeper. A hostile name must not exhaust the stack.
    const path = name.split('.', 12);
    let level = root;
    for (const step of path.slice(0, -1)) {
      const next = level.get(step);
      if (next instanceof Map) level = next;
      else {
        const made = new Map<string, unknown>();
        level.set(step, made);
        level = made;
      }
    }
    level.set(path.at(-1) ?? '', value);
  }
  return plain(root) as Input;
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()];
  if (keys.length === 1 && keys[0] === 'member') return plain(value.get('member'));
  if (keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))) {
    return keys.sort((left, right) => Number(left) - Number(right)).map((key) => plain(value.get(key)));
  }
  return Object.fromEntries([...value].map(([key, member]) => [key, plain(member)]));
}

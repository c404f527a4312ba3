interface Memory<Key, Value> {
  readonly size?: number;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  clear?(): void;
}

/**
 * What a memory has for a key; made and kept where it has nothing yet. Keys that come from rules are without end, so such a memory is
 * emptied when it holds `most` of them.
 */
export function remembered<Key, Value>(
  memory: Memory<Key, Value>,
  key: Key,
  make: () => Value,
  most = Number.POSITIVE_INFINITY,
): Value {
  let value = memory.get(key);
  if (value === undefined) {
    value = make();
    if (memory.size !== undefined && memory.size >= most) memory.clear?.();
    memory.set(key, value);
  }
  return value;
}

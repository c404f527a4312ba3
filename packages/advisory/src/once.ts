/** What a function makes, made at first use and kept: word lists and data are loaded late. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What a function makes of each key, made at the key's first use and kept in a map. */
export function onceEach<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  make: (key: Key) => Value,
): (key: Key) => Value {
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

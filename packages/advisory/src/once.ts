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

/** Most words that are remembered. A report repeats its words; the bound holds for hostile texts. */
const WORDS_MAX = 20_000;
const WORD_LENGTH_MAX = 40;

/** What a function makes of a word, remembered for words of ordinary length. */
export function onceEachWord<Value extends object | string | null>(
  make: (word: string) => Value,
): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const made = make(word);
    if (known.size >= WORDS_MAX) known.clear();
    if (word.length <= WORD_LENGTH_MAX) known.set(word, made);
    return made;
  };
}

/** No text is longer, so that both ends of a part make one number. */
const LENGTH_MAX = 2 ** 26;

/** What a function makes of each part of something, made at first use and kept with it. */
export function onceEachPart<Whole extends object, Made>(
  make: (whole: Whole, part: { readonly start: number; readonly end: number }) => Made,
): (whole: Whole, part: { readonly start: number; readonly end: number }) => Made {
  const partsOf = onceEach(new WeakMap<Whole, Map<number, Made>>(), () => new Map());
  return (whole, part) => {
    const parts = partsOf(whole);
    const key = part.start * LENGTH_MAX + part.end;
    const before = parts.get(key);
    if (before !== undefined) return before;
    const made = make(whole, part);
    parts.set(key, made);
    return made;
  };
}

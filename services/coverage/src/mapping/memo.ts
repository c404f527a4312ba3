/** Longer keys are not cached. */
const LONGEST_KEY = 8_192;
const MOST_ENTRIES = 4_000;

/** Caches the results of a pure function for its latest keys: at most 4,000 entries with keys of at most 8,192 characters. */
export class Memo<T> {
  readonly #known = new Map<string, T>();

  /** The cached result for a key, or what `make` gives now. */
  get(key: string, make: () => T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key.length <= LONGEST_KEY) {
      if (this.#known.size >= MOST_ENTRIES) {
        const [oldest] = this.#known.keys();
        if (oldest !== undefined) this.#known.delete(oldest);
      }
      this.#known.set(key, made);
    }
    return made;
  }
}

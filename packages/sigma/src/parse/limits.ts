/** Bounds on one text, so that a hostile one is refused before it costs much. Sizes are in bytes of UTF-8 or in characters, as named. */
export const LIMITS = {
  /** Default of `maxBytes`: the largest public rule has 40 KB. */
  textBytes: 1024 * 1024,
  /** Default of `maxDocuments`. */
  documents: 1000,
  /** Nesting of YAML collections; a rule needs five. */
  yamlDepth: 32,
  /** Alias nodes per document. */
  aliases: 64,
  /** Keys copied by `<<` in one text. */
  mergedKeys: 1000,
  /** Detection values per text, after modifiers have multiplied them; an alias counts each time it is used. */
  values: 200_000,
  /** Values copied from an `action: global` document into others, per text. */
  globalValues: 200_000,
  fieldCharacters: 512,
  /** Fields whose values a correlation counts together. */
  countedFields: 10,
  conditionCharacters: 16_384,
  conditionDepth: 64,
  conditionsPerRule: 100,
  selections: 1000,
  /** Fields of all conditions of one rule; a selection counts each time it is used. The widest public rule has 38. */
  ruleFields: 2500,
  /** Values, keywords and groups of all conditions of one rule, counted in the same way. The largest public rule has about 1,000. */
  ruleNodes: 50_000,
  regexCharacters: 8192,
  /** Regular expressions per text; compiling a hostile one takes milliseconds. */
  regexes: 500,
  /** Strings that one value may become by `windash` or `expand`. */
  variants: 1000,
  /** Length of a chain of correlations that refer to each other. */
  correlationChain: 16,
} as const;

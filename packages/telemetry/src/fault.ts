/** The fields of a map in a file of the table, and whether each must be there. */
export type Fields = Readonly<Record<string, 'needed' | 'may'>>;

/** A map as YAML gives it. */
export type YamlMap = Readonly<Record<string, unknown>>;

/** Checks of a place in a file. Each throws an `Error` that names the file, the row and what to do. */
export interface Checks {
  /** Throws: what is wrong, and the cure. */
  fail(wrong: string, cure: string): never;
  /** A map that has no fields but these, and all those that are needed. */
  map(value: unknown, fields: Fields, part: string): YamlMap;
  /** A map of any fields. */
  anyMap(value: unknown, part: string): YamlMap;
  /** A text that is not empty. */
  text(value: unknown, part: string): string;
  /** A list of texts; one text stands for a list of one. */
  texts(value: unknown, part: string): readonly string[];
  /** One of a closed list. */
  oneOf<T extends string>(value: unknown, list: readonly T[], part: string): T;
}

/** The checks of a place, whose name begins every message: `windows/security.yaml, row "User account created"`. */
export function checksAt(place: string): Checks {
  const fail = (wrong: string, cure: string): never => {
    throw new Error(`logs/${place}: ${wrong}. ${cure}.`);
  };
  const anyMap = (value: unknown, part: string): YamlMap =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as YamlMap)
      : fail(`${part} is no map`, 'Write it as name: value');
  const text = (value: unknown, part: string): string =>
    typeof value === 'string' && value.trim() !== ''
      ? value
      : fail(`${part} is no text`, 'Write a text, in quotes if YAML reads it otherwise');
  return {
    fail,
    anyMap,
    text,
    map: (value, fields, part) => {
      const given = anyMap(value, part);
      for (const key of Object.keys(given)) {
        if (!Object.hasOwn(fields, key))
          fail(`${part} has an unknown field ${key}`, `Known are ${Object.keys(fields).join(', ')}`);
      }
      for (const [key, need] of Object.entries(fields)) {
        if (need === 'needed' && given[key] === undefined) fail(`${part} lacks ${key}`, `Add ${key}`);
      }
      return given;
    },
    texts: (value, part) => {
      const list = Array.isArray(value) ? value : [value];
      if (list.length === 0) fail(`${part} is empty`, 'Name at least one');
      return list.map((one) => text(one, part));
    },
    oneOf: <T extends string>(value: unknown, list: readonly T[], part: string): T =>
      list.find((one) => one === value) ??
      fail(`${part} cannot be ${JSON.stringify(value)}`, `It is one of ${list.join(', ')}`),
  };
}

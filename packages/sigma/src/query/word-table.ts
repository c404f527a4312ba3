/** The entry of a table for a word of a query; undefined for words that every object has something for, such as `constructor`. */
export function entryOf<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

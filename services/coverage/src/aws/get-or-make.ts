/** What a map has for a key; made and kept where it has nothing yet. */
export function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}

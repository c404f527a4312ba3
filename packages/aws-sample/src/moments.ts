/** Seconds since 1970, as most JSON services write times; nothing for an absent one. */
export function epochSeconds(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(moment) / 1000;
}

/** Milliseconds since 1970, as CloudWatch Logs writes times. */
export function epochMilliseconds(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(moment);
}

/** A copy in which the named members, ISO 8601 in the inventory, are seconds since 1970. */
export function withEpochSeconds<T extends object>(item: T, ...members: (keyof T & string)[]): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.fromEntries(Object.entries(item));
  for (const member of members) {
    const value = copy[member];
    if (typeof value === 'string') copy[member] = epochSeconds(value);
  }
  return copy;
}

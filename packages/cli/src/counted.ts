/** A number with what it counts: `1 rule`, `2 rules`, `0 queries`. `many` is for what does not take an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

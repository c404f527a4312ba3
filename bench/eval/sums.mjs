/** Adds up figures by name. */
export function sumOf(counts) {
  const sums = { ...counts[0] };
  for (const one of counts.slice(1)) for (const key in one) sums[key] += one[key];
  return sums;
}

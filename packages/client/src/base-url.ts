/** An address without the slashes at its end: paths are written behind it. */
export function withoutFinalSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

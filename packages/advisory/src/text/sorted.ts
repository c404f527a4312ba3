/** How many items at the beginning of a list have a property that none behind them has, as those up to a place of a list in order. */
export function countOfLeading<Item>(items: readonly Item[], has: (item: Item, index: number) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(items[middle] as Item, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

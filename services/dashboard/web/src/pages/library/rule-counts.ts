/** How many rules the list would have with each value of what it can be narrowed to. */
export type RuleCounts = Readonly<
  Record<'level' | 'platform' | 'state', readonly { readonly value: string; readonly count: number }[]>
>;

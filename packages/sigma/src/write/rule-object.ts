/** A value of a rule as YAML holds it. `undefined` members of a map are left out. */
export type RuleValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly RuleValue[]
  | { readonly [key: string]: RuleValue };

/** A rule, correlation or filter as a plain map, the keys as the specification names them. */
export type RuleObject = { readonly [key: string]: RuleValue };

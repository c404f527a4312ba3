/** A value in a rule's YAML. `undefined` members of a map are left out. */
export type RuleValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly RuleValue[]
  | { readonly [key: string]: RuleValue };

/** A rule, correlation or filter as a plain map with the specification's keys. */
export type RuleObject = { readonly [key: string]: RuleValue };

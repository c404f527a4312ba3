/**
 * A deployable form cannot count or order events as the rule does. Its base search alone would alert on every single event, so the rule is
 * not given in that form.
 */
export class NotCounted extends Error {}

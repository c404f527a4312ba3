/** A value as a product stores it. */
export type Scalar = string | number | boolean;
/** An event in a product's own names, flat; a field that is not there is missing. */
export type NativeEvent = Readonly<Record<string, Scalar | readonly Scalar[]>>;
/** True, false, or neither: what a comparison with a missing field gives in some languages. */
export type Truth = boolean | null;

/** A test of a query on the values of one field; of a search of the whole event (`field` undefined), on all values. */
export interface Test {
  readonly kind: 'test';
  readonly field: string | undefined;
  /** What the test gives for the values of the field; none where it is missing. */
  readonly holds: (values: readonly Scalar[]) => Truth;
  /** Values that satisfy it, or that come near; from these events are made. */
  readonly near: readonly Scalar[];
  /** Where a text that satisfies it has its known part, so that several tests of one field can be satisfied together. */
  readonly piece?: Piece;
}

/** A part of a text, and where in the text it must stand. */
export interface Piece {
  readonly at: 'whole' | 'start' | 'end' | 'inside';
  readonly text: string;
}

/** The condition of a query on single events, as the language's own manual says. */
export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly children: readonly Predicate[] }
  | { readonly kind: 'not'; readonly child: Predicate }
  | { readonly kind: 'constant'; readonly value: boolean }
  | Test;

/** A part of a query that the interpreters here do not know: nothing is proven of the query. */
export class NotKnown extends Error {}

/** Joins predicates. */
export function both(kind: 'and' | 'or', children: readonly Predicate[]): Predicate {
  return children.length === 1 ? (children[0] as Predicate) : { kind, children };
}

/** What a predicate gives for an event: `and` and `or` by the tables of three truth values. */
export function truthOf(predicate: Predicate, event: NativeEvent): Truth {
  switch (predicate.kind) {
    case 'constant':
      return predicate.value;
    case 'test':
      return predicate.holds(valuesOf(event, predicate.field));
    case 'not': {
      const truth = truthOf(predicate.child, event);
      return truth === null ? null : !truth;
    }
    default: {
      const decisive = predicate.kind === 'or';
      let result: Truth = !decisive;
      for (const child of predicate.children) {
        const truth = truthOf(child, event);
        if (truth === decisive) return decisive;
        if (truth === null) result = null;
      }
      return result;
    }
  }
}

/** The values of a field, in any letter case of its name; of no field, all values. */
function valuesOf(event: NativeEvent, field: string | undefined): readonly Scalar[] {
  if (field === undefined) return Object.values(event).flat();
  const name = field.toLowerCase();
  return Object.entries(event).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []));
}

/** All tests of a predicate. */
export function testsOf(predicate: Predicate): readonly Test[] {
  if (predicate.kind === 'test') return [predicate];
  if (predicate.kind === 'constant') return [];
  return predicate.kind === 'not' ? testsOf(predicate.child) : predicate.children.flatMap(testsOf);
}

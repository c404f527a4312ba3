/** Marks of the Traffic Light Protocol 2.0, loosest first. The `white` of version 1 is `clear`. */
export const TLP_MARKS = ['clear', 'green', 'amber', 'amber+strict', 'red'] as const;

/** To whom a document may be handed on. */
export type Tlp = (typeof TLP_MARKS)[number];

/** The strictest of some marks; undefined where there is none. */
export function strictest(marks: Iterable<Tlp | undefined>): Tlp | undefined {
  const places = [...marks].map((mark) => (mark === undefined ? -1 : TLP_MARKS.indexOf(mark)));
  return TLP_MARKS[Math.max(-1, ...places)];
}

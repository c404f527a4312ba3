/**
 * The figures of one document, to be added up: how many of its items are `predicted`, `gold`, and both (`hits`), its own `f1`, and whether
 * it counts in their mean (`documents`), which it does not when both sets are empty. Takes sets.
 */
export function countsOf(gold, predicted) {
  const hits = [...predicted].filter((item) => gold.has(item)).length;
  const either = gold.size + predicted.size;
  return {
    hits,
    predicted: predicted.size,
    gold: gold.size,
    f1: either > 0 ? (2 * hits) / either : 0,
    documents: either > 0 ? 1 : 0,
  };
}

/** F1 over all pairs of document and item, of such figures added up. */
export function microOf({ hits, predicted, gold }) {
  return f1(ratio(hits, predicted), ratio(hits, gold));
}

/** A figure of a measure: the sum `part` as a share of the sum `whole`. */
export function share(name, part, whole) {
  return { name, of: (sums) => ({ value: ratio(sums[part], sums[whole]), support: sums[whole] }) };
}

/** A ratio; undefined when the whole is zero. */
export function ratio(part, whole) {
  return whole > 0 ? part / whole : undefined;
}

/** The harmonic mean of precision and recall; undefined where neither is known. */
export function f1(precision, recall) {
  if (precision === undefined && recall === undefined) return undefined;
  return precision && recall ? (2 * precision * recall) / (precision + recall) : 0;
}

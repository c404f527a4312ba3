/**
 * Precision, recall and F1 over all pairs of document and item (micro), and the mean of the documents' own F1. Takes `{gold, predicted}` sets;
 * documents where both are empty say nothing and are left out of the mean.
 */
export function documentScores(judged) {
  let hits = 0;
  let predictedTotal = 0;
  let goldTotal = 0;
  const each = [];
  for (const { gold, predicted } of judged) {
    const shared = [...predicted].filter((item) => gold.has(item)).length;
    hits += shared;
    predictedTotal += predicted.size;
    goldTotal += gold.size;
    if (gold.size + predicted.size > 0) each.push((2 * shared) / (gold.size + predicted.size));
  }
  return {
    precision: ratio(hits, predictedTotal),
    recall: ratio(hits, goldTotal),
    micro: f1(ratio(hits, predictedTotal), ratio(hits, goldTotal)),
    perDocument: ratio(
      each.reduce((sum, value) => sum + value, 0),
      each.length,
    ),
    predicted: predictedTotal,
    gold: goldTotal,
    documents: each.length,
  };
}

/** A share, undefined where there is nothing to share. */
export function ratio(part, whole) {
  return whole > 0 ? part / whole : undefined;
}

/** The harmonic mean of precision and recall; undefined where neither is known. */
export function f1(precision, recall) {
  if (precision === undefined && recall === undefined) return undefined;
  return precision && recall ? (2 * precision * recall) / (precision + recall) : 0;
}

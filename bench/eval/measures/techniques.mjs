// Techniques of a document, all ids brought to the current ATT&CK version.

import { readFileSync } from 'node:fs';
import { currentId, technique } from '@tripline/attack';
import { countsOf, microOf, share } from './document-scores.mjs';

const { labels } = JSON.parse(readFileSync(new URL('../data/tram-labels.json', import.meta.url), 'utf8'));
const TRAM_LABELS = brought(labels);
/** Sets whose annotators listed the techniques of whole documents, and samples of our own. */
const JUDGED_SETS = new Set(['tram', 'annoctr', 'cti-hal', 'llmcloudhunter', 'own']);

function brought(ids) {
  return new Set(ids.map((id) => currentId(id) ?? id.toUpperCase()));
}

/**
 * Precision, recall, micro F1 and mean F1 of the documents. For TRAM's reports, only the techniques that its annotators looked for count.
 */
export const techniques = {
  pooled: false,
  count(each) {
    if (!JUDGED_SETS.has(each.set)) return undefined;
    const gold = brought(each.gold.techniques ?? []);
    const found = each.result.techniques.filter(({ id }) => each.set !== 'tram' || TRAM_LABELS.has(id));
    const predicted = new Set(found.map(({ id }) => id));
    const missed = [...gold].filter((id) => !predicted.has(id));
    const wrong = found.filter(({ id }) => !gold.has(id));
    return {
      counts: countsOf(gold, predicted),
      errors: [
        ...missed.map((id) => ({ kind: 'missed', value: id, at: goldPlace(each, id) })),
        ...wrong.map(({ id, spans }) => ({ kind: 'wrong', value: id, at: spans[0] })),
      ],
    };
  },
  figures: [
    share('techniques, precision', 'hits', 'predicted'),
    share('techniques, recall', 'hits', 'gold'),
    { name: 'techniques, F1 micro', of: (sums) => ({ value: microOf(sums), support: sums.gold }) },
    share('techniques, F1 per document', 'f1', 'documents'),
  ],
};

/** Where the annotators read a technique. */
function goldPlace({ places, gold, find }, id) {
  const span = places.find((place) => (currentId(place.id) ?? place.id) === id);
  if (span !== undefined) return span;
  const mention = (gold.technique_mentions ?? []).find((each) => (currentId(each.technique) ?? each.technique) === id);
  return mention === undefined ? undefined : find(mention.mention ?? mention.context ?? '');
}

/** Written technique ids in the text that were found. */
export const writtenIds = {
  pooled: true,
  count(each) {
    // A page of this set gives its technique in a box that is removed.
    if (each.set === 'k8s-matrix') return undefined;
    const gold = [...brought(each.gold.technique_ids_written_in_text ?? [])].filter(
      (id) => technique(id) !== undefined,
    );
    if (gold.length === 0) return undefined;
    const listed = brought(each.result.techniques.map(({ id }) => id));
    const missed = gold.filter((id) => !listed.has(id));
    return {
      counts: { total: gold.length, found: gold.length - missed.length },
      errors: missed.map((value) => ({ kind: 'missed', value, at: each.find(value) })),
    };
  },
  figures: [share('technique ids written in the text, recall', 'found', 'total')],
};

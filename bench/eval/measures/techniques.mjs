// Techniques of a document, all ids brought to the current ATT&CK version.

import { readFileSync } from 'node:fs';
import { currentId, technique } from '@tripline/attack';
import { documentScores, ratio } from './document-scores.mjs';

const { labels } = JSON.parse(readFileSync(new URL('../data/tram-labels.json', import.meta.url), 'utf8'));
const TRAM_LABELS = brought(labels);
/** Sets whose annotators listed the techniques of whole documents, and samples of our own. */
const JUDGED_SETS = new Set(['tram', 'annoctr', 'cti-hal', 'llmcloudhunter', 'own']);

function brought(ids) {
  return new Set(ids.map((id) => currentId(id) ?? id.toUpperCase()));
}

/** Precision, recall, micro F1 and mean F1 of the documents. Of TRAM's reports only the techniques its annotators looked for. */
export function techniques(groups) {
  return groups.flatMap(({ set, cases }) => {
    if (!JUDGED_SETS.has(set)) return [];
    const errors = [];
    const judged = cases.map((each) => {
      const gold = brought(each.gold.techniques ?? []);
      const found = each.result.techniques.filter(({ id }) => set !== 'tram' || TRAM_LABELS.has(id));
      const predicted = new Set(found.map(({ id }) => id));
      for (const id of gold) {
        if (!predicted.has(id)) errors.push({ id: each.id, kind: 'missed', value: id, at: goldPlace(each, id) });
      }
      for (const { id, spans } of found) {
        if (!gold.has(id)) errors.push({ id: each.id, kind: 'wrong', value: id, at: spans[0] });
      }
      return { gold, predicted };
    });
    const { precision, recall, micro, perDocument, predicted, gold, documents } = documentScores(judged);
    return [
      { measure: 'techniques, precision', set, value: precision, support: predicted },
      { measure: 'techniques, recall', set, value: recall, support: gold, errors },
      { measure: 'techniques, F1 micro', set, value: micro, support: gold },
      { measure: 'techniques, F1 per document', set, value: perDocument, support: documents },
    ];
  });
}

/** Where the annotators read a technique. */
function goldPlace({ places, gold, find }, id) {
  const span = places.find((place) => (currentId(place.id) ?? place.id) === id);
  if (span !== undefined) return span;
  const mention = (gold.technique_mentions ?? []).find((each) => (currentId(each.technique) ?? each.technique) === id);
  return mention === undefined ? undefined : find(mention.mention ?? mention.context ?? '');
}

/** Ids that stand in the text and are techniques, found. */
export function writtenIds(groups) {
  return groups.flatMap(({ set, cases }) => {
    let total = 0;
    let found = 0;
    const errors = [];
    for (const each of cases) {
      if (set === 'k8s-matrix') continue; // the page states its technique in a box that is taken out
      const gold = [...brought(each.gold.technique_ids_written_in_text ?? [])].filter(
        (id) => technique(id) !== undefined,
      );
      const listed = brought(each.result.techniques.map(({ id }) => id));
      const missed = gold.filter((id) => !listed.has(id));
      total += gold.length;
      found += gold.length - missed.length;
      errors.push(...missed.map((value) => ({ id: each.id, kind: 'missed', value, at: each.find(value) })));
    }
    return total === 0
      ? []
      : [
          {
            measure: 'technique ids written in the text, recall',
            set,
            value: ratio(found, total),
            support: total,
            hits: found,
            errors,
          },
        ];
  });
}

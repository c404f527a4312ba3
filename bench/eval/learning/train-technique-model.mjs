// The technique model that the engine votes with (docs/technique-model.md).

import {
  EVIDENCE_COLUMNS,
  evidenceVectors,
  familyOf,
  modelFeatures,
  modelSentences,
  packFigures,
  parseTechniqueModel,
} from '@tripline/advisory';
import { techniques } from '@tripline/attack';
import { trainFusion } from './train-fusion.mjs';
import { trainSentences } from './train-sentences.mjs';

const FOLDS = 5;
/** Smaller weights have next to no effect and are left out. */
const WEIGHT_MIN = 0.6;
const NO_FUSION = { exact: [], exactWithoutModel: [], family: [], familyWithoutModel: [] };

/**
 * Trains the technique model: first words and pairs per sentence, then the weights of the model beside the other finders, on votes for
 * documents that the voting model was not trained on. A document has its text as `doc`, its `behaviours`, the current ids of all annotated
 * `techniques`, and as `spans` where they stand. Documents must be annotated for all techniques that they show. Deterministic; takes
 * about a second per hundred thousand characters. `source` says where the annotations come from and is stored.
 */
export function trainTechniqueModel(documents, source) {
  const sentences = documents.map((document, index) => trainingSentences(document, index));
  const annotated = new Set(documents.flatMap((document) => document.techniques));
  const rows = { exact: [], exactWithoutModel: [], family: [], familyWithoutModel: [] };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = sentences.filter((_, index) => index % FOLDS !== fold).flat();
    const model = parseTechniqueModel(store(trainSentences(withNames(others, annotated)), source));
    documents.forEach((document, index) => {
      if (index % FOLDS === fold) addRows(rows, document, model, annotated);
    });
  }
  const weightsOf = (all) => trainFusion(all, EVIDENCE_COLUMNS.length);
  return {
    ...store(trainSentences(withNames(sentences.flat(), annotated)), source),
    fusion: {
      exact: weightsOf(rows.exact),
      exactWithoutModel: weightsOf(rows.exactWithoutModel),
      family: weightsOf(rows.family),
      familyWithoutModel: weightsOf(rows.familyWithoutModel),
    },
  };
}

function trainingSentences({ doc, spans }, document) {
  return modelSentences(doc).map(({ start, end, features }) => {
    const marked = spans.filter((span) => {
      const shared = Math.min(span.end, end) - Math.max(span.start, start);
      return shared > 0 && (shared >= (span.end - span.start) / 2 || shared >= (end - start) / 2);
    });
    return { features, techniques: [...new Set(marked.map(({ id }) => id))], document };
  });
}

/** Adds ATT&CK's own names as sentences of their techniques. */
function withNames(sentences, annotated) {
  const names = techniques()
    .filter(({ id }) => annotated.has(id))
    .map(({ id, name }) => ({ features: modelFeatures(name), techniques: [id], document: -1 }));
  return [...sentences, ...names];
}

function addRows(rows, { doc, behaviours, techniques: listed }, model, annotated) {
  const itself = { wanted: annotated, listed: new Set(listed) };
  const families = { wanted: new Set([...annotated].map(familyOf)), listed: new Set(listed.map(familyOf)) };
  for (const [key, evidence] of Object.entries(evidenceVectors(doc, behaviours, model))) {
    const gold = key.startsWith('family') ? families : itself;
    for (const { id, vector } of evidence) {
      if (gold.wanted.has(id)) rows[key].push({ vector, listed: gold.listed.has(id) });
    }
  }
}

function store({ labels, words, rarity, weights, bias }, source) {
  const figures = {};
  words.forEach((word, row) => {
    const cells = [];
    for (let label = 0; label < labels.length; label += 1) {
      const weight = weights[row * labels.length + label];
      if (Math.abs(weight) >= WEIGHT_MIN) cells.push([label, weight]);
    }
    figures[word] = packFigures(rarity[row], cells);
  });
  return {
    source,
    labels,
    bias: Array.from(bias, (value) => Math.round(value * 100) / 100),
    words: figures,
    fusion: NO_FUSION,
  };
}

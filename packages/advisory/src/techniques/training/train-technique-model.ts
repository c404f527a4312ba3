import { techniques } from '@tripline/attack';
import type { AdvisoryDocument, Behaviour, Span } from '../../model.js';
import { passagesOf } from '../../segment/passage.js';
import { EVIDENCE_COLUMNS, evidenceVector, familyOf, joinEvidence } from '../evidence.js';
import { gatherHits, modelHits, type SourcedHit } from '../gather-hits.js';
import { featureReader } from '../model/features.js';
import { sentencesOf } from '../model/sentences.js';
import {
  packFigures,
  parseTechniqueModel,
  type StoredTechniqueModel,
  type TechniqueModel,
} from '../model/technique-model.js';
import { type FusionRow, trainFusion } from './train-fusion.js';
import { type SentenceWeights, type TrainingSentence, trainSentences } from './train-sentences.js';

/** An annotated advisory to learn from. */
export interface TrainingDocument {
  readonly doc: AdvisoryDocument;
  readonly behaviours: readonly Behaviour[];
  /** Current ids of all techniques annotated in the document. */
  readonly techniques: readonly string[];
  /** Where they stand in the canonical text. */
  readonly spans: readonly (Span & { readonly id: string })[];
}

const FOLDS = 5;
/** Smaller weights have next to no effect and are left out. */
const WEIGHT_MIN = 0.6;
const NO_FUSION = { exact: [], exactWithoutModel: [], family: [], familyWithoutModel: [] };

/**
 * Trains the technique model: first words and pairs per sentence, then the weights of the model beside the other finders, on votes for
 * documents that the voting model was not trained on. Documents must be annotated for all techniques that they show. Deterministic; takes
 * about a second per hundred thousand characters. `source` says where the annotations come from and is stored.
 */
export function trainTechniqueModel(documents: readonly TrainingDocument[], source: string): StoredTechniqueModel {
  const sentences = documents.map((document, index) => trainingSentences(document, index));
  const annotated = new Set(documents.flatMap((document) => document.techniques));
  const rows: FusionRows = { exact: [], exactWithoutModel: [], family: [], familyWithoutModel: [] };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = sentences.filter((_, index) => index % FOLDS !== fold).flat();
    const model = parseTechniqueModel(store(trainSentences(withNames(others, annotated)), source));
    documents.forEach((document, index) => {
      if (index % FOLDS === fold) addRows(rows, document, model, annotated);
    });
  }
  const columns = EVIDENCE_COLUMNS.length;
  return {
    ...store(trainSentences(withNames(sentences.flat(), annotated)), source),
    fusion: {
      exact: trainFusion(rows.exact, columns),
      exactWithoutModel: trainFusion(rows.exactWithoutModel, columns),
      family: trainFusion(rows.family, columns),
      familyWithoutModel: trainFusion(rows.familyWithoutModel, columns),
    },
  };
}

type FusionRows = Record<keyof StoredTechniqueModel['fusion'], FusionRow[]>;

function trainingSentences({ doc, spans }: TrainingDocument, document: number): readonly TrainingSentence[] {
  const featuresOf = featureReader();
  return passagesOf(doc).flatMap((passage) =>
    sentencesOf(passage.text).map((sentence) => {
      const start = passage.start + sentence.start;
      const end = passage.start + sentence.end;
      const marked = spans.filter((span) => {
        const shared = Math.min(span.end, end) - Math.max(span.start, start);
        return shared > 0 && (shared >= (span.end - span.start) / 2 || shared >= (end - start) / 2);
      });
      const features = featuresOf(passage.text.slice(sentence.start, sentence.end));
      return { features, techniques: [...new Set(marked.map(({ id }) => id))], document };
    }),
  );
}

/** Adds ATT&CK's own names as sentences of their techniques. */
function withNames(
  sentences: readonly TrainingSentence[],
  annotated: ReadonlySet<string>,
): readonly TrainingSentence[] {
  const featuresOf = featureReader();
  const names = techniques()
    .filter(({ id }) => annotated.has(id))
    .map(({ id, name }) => ({ features: featuresOf(name), techniques: [id], document: -1 }));
  return [...sentences, ...names];
}

function addRows(
  rows: FusionRows,
  document: TrainingDocument,
  model: TechniqueModel,
  annotated: ReadonlySet<string>,
): void {
  const { doc, behaviours } = document;
  const length = doc.text.length;
  const plain = gatherHits(doc, behaviours);
  const hits = [...plain, ...modelHits(doc, model)];
  const listed = new Set(document.techniques);
  const listedFamilies = new Set(document.techniques.map(familyOf));
  const families = new Set([...annotated].map(familyOf));
  const add = (key: keyof FusionRows, from: readonly SourcedHit[], level: (id: string) => string): void => {
    const evidence = joinEvidence(from, length, level);
    const [wanted, gold] = level === familyOf ? [families, listedFamilies] : [annotated, listed];
    for (const each of evidence.values()) {
      if (!wanted.has(each.id)) continue;
      rows[key].push({ vector: evidenceVector(each, evidence, length), listed: gold.has(each.id) });
    }
  };
  const itself = (id: string): string => id;
  add('exact', hits, itself);
  add('exactWithoutModel', plain, itself);
  add('family', hits, familyOf);
  add('familyWithoutModel', plain, familyOf);
}

function store({ labels, words, rarity, weights, bias }: SentenceWeights, source: string): StoredTechniqueModel {
  const figures: Record<string, string> = {};
  words.forEach((word, row) => {
    const cells: [number, number][] = [];
    for (let label = 0; label < labels.length; label += 1) {
      const weight = weights[row * labels.length + label] as number;
      if (Math.abs(weight) >= WEIGHT_MIN) cells.push([label, weight]);
    }
    figures[word] = packFigures(rarity[row] as number, cells);
  });
  return {
    source,
    labels,
    bias: Array.from(bias, (value) => Math.round(value * 100) / 100),
    words: figures,
    fusion: NO_FUSION,
  };
}

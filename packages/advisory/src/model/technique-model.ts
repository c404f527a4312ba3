/** Logistic weights over the columns of `evidenceVector`: for a technique and for its family, each with and without the model's vote. */
export interface FusionWeights {
  readonly exact: readonly number[];
  readonly exactWithoutModel: readonly number[];
  readonly family: readonly number[];
  readonly familyWithoutModel: readonly number[];
}

/** A word's numbers: how rare it is, and the weight of each label that it supports or opposes. */
export interface WordFigures {
  readonly rarity: number;
  readonly labels: Uint16Array;
  readonly weights: Float32Array;
}

/** The technique model, ready to score sentences. */
export interface TechniqueModel {
  readonly labels: readonly string[];
  readonly bias: Float32Array;
  readonly words: ReadonlyMap<string, WordFigures>;
  readonly fusion: FusionWeights;
}

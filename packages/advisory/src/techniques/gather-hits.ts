import { confidenceAt } from '../attribute/attribute.js';
import { meaningOf } from '../kinds/command/meaning.js';
import { tokensOf } from '../knowledge/cues.js';
import type { AdvisoryDocument, Behaviour, CommandLine, TechniqueModel } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { featureReader } from './model/features.js';
import { sentencesOf } from './model/sentences.js';
import { voteOf } from './model/technique-model.js';
import { techniqueNameHits } from './names.js';
import { techniquePhraseHits } from './procedures.js';
import type { TechniqueHit } from './technique-hit.js';
import { writtenIds } from './written-ids.js';

/**
 * The finder of a hit. Behaviours of hosts other than commands are weak signs; the name of a control plane's operation says what it does.
 */
export type HitSource = 'written' | 'name' | 'phrase' | 'command' | 'host' | 'cloud' | 'model';

/** A hit and its finder. */
export interface SourcedHit extends TechniqueHit {
  readonly source: HitSource;
}

const CLOUD_KINDS: ReadonlySet<Behaviour['kind']> = new Set(['cloud-operation', 'identity-event', 'cluster-request']);
/** How many of the best supported techniques of a host's behaviour count; the others share its words by chance. */
const HOST_TECHNIQUES = 2;
/** The factor for what a program is known for, where its command line does not say it. */
const PROGRAM_ALONE = 0.5;

/** All hits for techniques in a document, by every finder except the model. */
export function gatherHits(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly SourcedHit[] {
  const hits: SourcedHit[] = [];
  const add = (source: HitSource, found: readonly TechniqueHit[]): void => {
    for (const hit of found) hits.push({ ...hit, source });
  };
  add('written', writtenIds(doc));
  for (const passage of passagesOf(doc)) {
    add('name', techniqueNameHits(passage));
    add('phrase', techniquePhraseHits(passage, tokensOf(passage)));
  }
  for (const behaviour of behaviours) {
    const { kind, techniques, confidence, start, end } = behaviour;
    if (behaviour.kind === 'command') add('command', commandHits(behaviour));
    const cloud = CLOUD_KINDS.has(kind);
    techniques.slice(0, cloud ? 1 : HOST_TECHNIQUES).forEach((id, rank) => {
      hits.push({ id, start, end, confidence: confidence / (rank + 1), source: cloud ? 'cloud' : 'host' });
    });
  }
  return hits;
}

/** What a command line shows, by its program and words. */
function commandHits(command: CommandLine): readonly TechniqueHit[] {
  const { start, end, system, confidence } = command;
  const { techniques, words } = meaningOf(
    command.programs[0].name,
    command.value,
    system === 'windows' ? 'windows' : 'linux',
  );
  const known = confidence * (words.length > 0 ? 1 : PROGRAM_ALONE);
  return techniques.map((id) => ({ id, start, end, confidence: known }));
}

/** The model's votes, sentence by sentence; advice, negations and reference lists count less. */
export function modelHits(doc: AdvisoryDocument, model: TechniqueModel): readonly SourcedHit[] {
  const hits: SourcedHit[] = [];
  const featuresOf = featureReader();
  for (const passage of passagesOf(doc)) {
    for (const { start, end } of sentencesOf(passage.text)) {
      const votes = voteOf(model, featuresOf(passage.text.slice(start, end)));
      if (votes.length === 0) continue;
      const trust = trustOf(passage, start, end);
      for (const { id, probability } of votes) {
        const place = { start: passage.start + start, end: passage.start + end };
        hits.push({ id, ...place, confidence: probability * trust, source: 'model' });
      }
    }
  }
  return hits;
}

/** The factor for where a sentence stands: annotators mark what reports advise and deny, but less often than what they report. */
function trustOf(passage: Passage, start: number, end: number): number {
  const confidence = confidenceAt(passage, start, end, 1);
  if (confidence >= 1) return 1;
  return confidence >= 0.5 ? 0.9 : 0.6;
}

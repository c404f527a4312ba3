import type { AdvisoryDocument, Attribution } from '../model.js';
import { passagesOf } from '../segment/passage.js';
import { type Sentence, sentencesOf } from '../segment/sentences.js';
import { attributionAt } from './attribute.js';

/** Every sentence of a document with its attribution, in order. Spans are offsets of the canonical text. */
export function attributions(doc: AdvisoryDocument): readonly (Sentence & Attribution)[] {
  return passagesOf(doc).flatMap((passage) =>
    sentencesOf(passage).map((sentence) => {
      const at = { start: sentence.start - passage.start + 1, end: sentence.end - passage.start };
      // The end of a sentence also touches the next one. The place is shortened until it lies inside its own sentence.
      while (at.end > at.start + 1 && '.!?"\'”’)]'.includes(passage.text.charAt(at.end - 1))) at.end -= 1;
      return { ...sentence, ...attributionAt(passage, at) };
    }),
  );
}

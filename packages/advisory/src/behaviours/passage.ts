import type { AdvisoryDocument, Block, BlockRole, Span } from '../model.js';

/** A block with its text at hand. Offsets of findings are `start` plus the offset within `text`. */
export interface Passage {
  readonly block: Block;
  readonly start: number;
  readonly text: string;
}

const known = new WeakMap<AdvisoryDocument, readonly Passage[]>();

/**
 * The blocks of a document as passages, in order. Headings are passages too: titles often name the behaviour. Made once per document, since what
 * is read from a passage is remembered with it.
 */
export function passagesOf(doc: AdvisoryDocument): readonly Passage[] {
  let passages = known.get(doc);
  if (passages === undefined) {
    passages = doc.blocks.map((block) => ({
      block,
      start: block.start,
      text: doc.text.slice(block.start, block.end),
    }));
    known.set(doc, passages);
  }
  return passages;
}

/** How far a role can be believed to tell what the actor did; remediation and reference lists fall under the default minimum of 0.3. */
const ROLE_TRUST: Readonly<Record<BlockRole, number>> = {
  narrative: 1,
  indicators: 0.9,
  detection: 0.75,
  references: 0.2,
  remediation: 0.2,
};

const NEGATED =
  /\b(?:(?:did|does|do|was|were|is|are|has|have|had|could|would) not|didn['’]t|doesn['’]t|wasn['’]t|weren['’]t|haven['’]t|hasn['’]t|never|neither|no evidence (?:of|that)|no sign of|rather than|instead of)\b[^.;]{0,60}$/i;
const ADVISED =
  /\b(?:should|recommend(?:s|ed|ation)?|we (?:advise|suggest|encourage)|make sure|ensure (?:that|you|all)|best practice|(?:organi[sz]ations|defenders|administrators|admins|customers|teams) (?:can|could|may|must)|consider (?:using|blocking|disabling|enabling|implementing)|to prevent|to protect|to mitigate|as a mitigation)\b/i;

/** The sentence speaks to its readers: what they can do is none of the actor's doing. */
const READERS =
  /^\W*(?:(?:organi[sz]ations|defenders|administrators|admins|customers|(?:security |soc )?teams|analysts) (?:can|could|may|must|should)|we recommend|it is recommended)\b/i;

/** The authors try something out: what is created by it is theirs. */
const AUTHORS =
  /\bwe (?:(?:then|also|will|can|could|are|were|have|had|first|next|now|be|been|able|to|simply|successfully|manually|just) ){0,4}(?:creat\w*|us(?:e|ed|ing)|ran|run|running|execut\w*|launch\w*|install\w*|upload\w*|develop\w*|wrote|write|writing|test(?:ed|ing)?|perform\w*|remov\w*|add(?:ed|ing)?|set|buil[dt]\w*|compil\w*|deploy\w*|sen[dt]\w*|issu(?:e|ed|ing)|type[ds]?)\b|\bin (?:our|the|this|a) (?:own |following |next )?(?:lab|test|demo\w*|example|environment of ours)\b|\bexample (?:shown|given|below|above|in figure)\b|\bfor (?:demonstration|testing|illustration) purposes\b|\bin our (?:lab|test\w*|demo\w*|research|sandbox)\b/i;

/** How far into what follows the authors' verb may reach: "… x.dll we created". */
const AUTHORS_AFTER = 24;

/**
 * The sentence around a stretch of a passage, within 300 characters either side. Sentences end at a full stop, question or exclamation mark
 * before white space, or at a line break.
 */
export function sentenceAround(text: string, start: number, end: number): Span {
  const from = Math.max(0, start - 300);
  const before = text.slice(from, start);
  const breaks = /[.!?]["'”’)]?\s+(?=[A-Z"“‘(])|\n/g;
  let sentenceStart = from;
  for (let match = breaks.exec(before); match !== null; match = breaks.exec(before)) {
    sentenceStart = from + match.index + match[0].length;
  }
  const after = text.slice(end, end + 300);
  const stop = after.search(/[.!?]["'”’)]?(?:\s|$)|\n/);
  return { start: sentenceStart, end: stop < 0 ? Math.min(text.length, end + 300) : end + stop };
}

/**
 * How sure it is that the actor did what stands at a place: `base` for the finding itself, lowered by the block's role, by a negation before
 * it in its sentence, and by words that give advice.
 */
export function confidenceAt(passage: Passage, start: number, end: number, base: number): number {
  let confidence = base * ROLE_TRUST[passage.block.role];
  const sentence = sentenceAround(passage.text, start, end);
  if (NEGATED.test(passage.text.slice(sentence.start, start))) confidence *= 0.25;
  if (passage.block.role === 'narrative' && ADVISED.test(passage.text.slice(sentence.start, sentence.end))) {
    confidence *= READERS.test(passage.text.slice(sentence.start, sentence.end)) ? 0.3 : 0.4;
  }
  if (AUTHORS.test(passage.text.slice(sentence.start, start + AUTHORS_AFTER))) confidence *= 0.3;
  return Math.round(confidence * 1000) / 1000;
}

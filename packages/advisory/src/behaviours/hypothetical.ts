import { type Passage, sentenceAround } from './passage.js';

/** Words before a deed that make it possible, instructed or typical instead of done. */
const NOT_DONE =
  /\b(?:(?:would|could|can|may|might) (?!have been)|allows? |allow(?:s|ing)? (?:them|it|you|an?|the|any)\b|permissions? to |(?:ability|able|capability|attempting|way|ways|need|needs|needed|required|steps?|instructions?) (?:on how )?to |how to |in case |designed to )[^.;]{0,120}$/i;
/** Done after all: "was able to create". */
const ACHIEVED = /\b(?:was|were|been) (?:then |also |later |\w+ly )?able to [^.;]{0,120}$/i;
/** How a catalogue of techniques tells a deed: "attackers may create a privileged container". */
const ATTACKERS_MAY =
  /^\W*(?:an? |the )?(?:attackers?|adversar(?:y|ies)|threat actors?|intruders?)(?:(?: \w+){0,6} (?:may|might|can)| (?:who|that|with) (?:\w+ ){0,2}permissions?(?: to)?) [^.;]{0,80}$/i;
/** A passage that tells a technique and nobody's deeds: what its sentences say can be done is what it is about. */
const OF_TECHNIQUE = /\b(?:attackers?|adversar(?:y|ies)|intruders?)(?: \w+){0,6} (?:may|might|can)\b/i;
const POSSIBLE = /\b(?:can|may|might) (?!have been)[^.;]{0,120}$/i;
/** A sentence that says what holds whenever something happens. */
const GENERAL =
  /^\W*(?:(?:when|whenever|once|before|each time|every time)\s+(?:an?|you|your|the)\b|(?:if|unless)\s)[^,.;]{0,120}$/i;
/** Inside a sentence, what holds or would hold when something happens. */
const CONDITION = /\b(?:even if|unless|in case|as long as|only if) [^,.;:]{0,80}$/i;
/** What is said to be possible or due, within the words that tell it: "a lock can be removed". */
const MODAL_PASSIVE = /\b(?:can|could|may|might|would|should|must) (?:also |then |only )?be\b/i;
/** What a measure would have brought about. */
const HINDSIGHT =
  /\b(?:would|could|might) (?:have|also have) (?:prevented|stopped|blocked|limited|reduced|helped|hindered|mitigated|provided|added|ensured|made|required|forced)\b/i;
/** What something else resembles was not used. */
const COMPARED =
  /\b(?:similar to|akin to|comparable (?:to|with)|reminiscent of|equivalents? (?:of|to)|resembl(?:es?|ing)|alternatives? to|(?:clone|copycat) of)\s+(?:(?:the|a|an|well-known|popular|Microsoft['’]?s?|Sysinternals['’]?s?)\s+){0,3}[\w.-]*$/i;
/** The authors' own work: their lab, their tool, their decoy. */
const OURS =
  /\b(?:we|our (?:team|researchers?))\s+(?:then |also |have |had |first |\w+ly ){0,3}(?:develop|deploy|creat|buil[dt]|set up|wr[io]te|launch|configur|simulat|test|implement|design|made|make)\w*\b[^.;]{0,160}$/i;

/**
 * How far a deed told in words is believed to have been done by the actor: 1 when nothing speaks against it, less where its sentence tells of
 * a possibility, a general rule, an instruction, or the authors' own work. `start` is an offset within the passage.
 */
export function deedFactor(passage: Passage, start: number, end: number): number {
  const sentence = sentenceAround(passage.text, start, end);
  const before = passage.text.slice(sentence.start, start);
  const through = passage.text.slice(sentence.start, Math.min(end, start + 24));
  if (OURS.test(before) || /\bwe (?:also |then )?$/i.test(before) || OURS.test(through)) return 0.3;
  if (GENERAL.test(before) || CONDITION.test(before)) return 0.35;
  if (MODAL_PASSIVE.test(passage.text.slice(start, end))) return 0.35;
  if (isCompared(passage.text, start)) return 0.35;
  if (HINDSIGHT.test(passage.text.slice(sentence.start, sentence.end))) return 0.35;
  if (ATTACKERS_MAY.test(before)) return 0.6;
  if (!NOT_DONE.test(before) || ACHIEVED.test(before)) return 1;
  return POSSIBLE.test(before) && OF_TECHNIQUE.test(passage.text) ? 0.5 : 0.35;
}

/** Whether a list under this lead-in tells what was advised or handed to the victim rather than done: "remediation actions included:". */
const ADVICE_LEAD =
  /\b(?:remediat|mitigat|recommend|recover|contain(?:ment| the)|hardening|prevent|protect|advice|advise|next steps|follow-?up)\w*[^.]*|\b(?:you|organi[sz]ations|customers|defenders|teams?) (?:can|should|may|must)\b[^.]*/i;

/**
 * The list items of a document that stand under a lead-in of advice: the paragraph right before the list ends with a colon and speaks of
 * remediation or of what readers should do.
 */
export function advisedItems(passages: readonly Passage[]): ReadonlySet<Passage> {
  const found = new Set<Passage>();
  let advised = false;
  for (const passage of passages) {
    const { type } = passage.block;
    if (type === 'list-item') {
      if (advised) found.add(passage);
      continue;
    }
    const text = passage.text.trim();
    advised = type === 'paragraph' && text.endsWith(':') && ADVICE_LEAD.test(text.slice(-300));
  }
  return found;
}

/** Whether the words before a place say that something else resembles what stands there: "RemoteExec, which is similar to PsExec". */
export function isCompared(text: string, start: number): boolean {
  return COMPARED.test(text.slice(Math.max(0, start - 80), start));
}

import type { Passage } from '../segment/passage.js';

/** What is done to programs that belong to the victim or to an analyst's machine. */
const TARGETED =
  /\b(?:terminat|kill|stop|end(?:s|ed|ing)?\b|delet|remov|disabl|uninstall|check|detect|enumerat|search|look|compar|exclud|skip|avoid|white-?list|allow-?list|block|black-?list|deny|hook|inject|monitor|security (?:product|software|solution|tool|vendor)|anti-?virus|\bAVs?\b|\bEDRs?\b|sandbox|debugg|analysis tools?|running process|browsers?\b|games?\b|banking|wallets?\b)/i;
/** Right before a name that is a bystander: a host of injected code, a vendor's own program, a string of a YARA rule. */
const BYSTANDER_BEFORE =
  /(?:\binject\w*\b[^.;]{0,60}\b(?:in|into|to)(?: (?:the|a|an|another|legitimate|process|named|called|running|suspended|new|spawned|remote)){0,5}\s*|\b(?:legitimate|benign|vulnerable|genuine|native|built-in|Microsoft['’]?s?|Windows)(?: \w+){0,3},?\s+|\b(?:hollow(?:s|ed|ing)?|impersonat\w*|mimic\w*|spawn ?to\w*)\b[^.;]{0,40}|\$\w{0,12}\s*=\s*)["“'‘`(]{0,2}$/i;

const PROGRAM = /(?<![\w\\/-])[A-Za-z0-9][\w-]{1,40}\.exe(?![\w-])/gi;
/** Names closer than this without a sentence's end between them belong to one list. */
const GAP = 40;
const LIST_MIN = 4;
const BEFORE_CHARACTERS = 250;

/**
 * Tells of a passage which programs the actor merely meets: those of a list of four or more that is said to be ended, looked for or avoided,
 * and those a name before which says so. Takes the offset within the passage.
 */
export function bystanders(passage: Passage): (start: number) => boolean {
  const lists = targetLists(passage.text);
  return (start) =>
    lists.some((list) => list.start <= start && start < list.end) ||
    BYSTANDER_BEFORE.test(passage.text.slice(Math.max(0, start - 120), start));
}

function targetLists(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  let end = 0;
  let count = 0;
  const close = (): void => {
    if (count >= LIST_MIN && TARGETED.test(text.slice(Math.max(0, start - BEFORE_CHARACTERS), start))) {
      found.push({ start, end });
    }
  };
  for (const match of text.matchAll(PROGRAM)) {
    const gap = text.slice(end, match.index);
    if (count > 0 && gap.length <= GAP && !/[.!?]\s+[A-Z]/.test(gap)) {
      count += 1;
    } else {
      close();
      start = match.index;
      count = 1;
    }
    end = match.index + match[0].length;
  }
  close();
  return found;
}

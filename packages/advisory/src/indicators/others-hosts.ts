import { cueHits, tokensOf } from '../attribute/cues.js';
import { startsOf, wordSet, words } from '../knowledge/load.js';
import { hasWordOf, listPattern } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { webAddress } from '../segment/web-address.js';
import { endsWithAny, QUOTES, trimEndOf, withoutEnding } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
import type { Refused, Scanner } from './scanner.js';

/** How many characters before a host may say whose it is. */
const BEFORE = 80;
const NETWORK = new Set(['url', 'domain']);

/** Words right before a host that make it the one that is imitated, or the place where anybody gets a public program. */
const OTHERS = listPattern(
  String.raw`\b(?:(?<!\b{kept-at} (?:the |a )?){called-others-site} (?:[\w-]{1,24} ){0,2}{site-words}s?,?(?: of| at| is|:)?|{imitates}(?: (?:(?!(?:{prepositions}|and|are|is|using|was)\b)[^\s.,;:]{1,24} ){0,3}(?:{called-others-site}|{site-words}s?|\w{1,24}['’]s))?|{public-sources}) ?["“‘'(\x60]{0,2}(?:\w{3,5}:\/\/)?$`,
  'i',
);

/** Words right before a host that make it the authors' own, or a place where people talk and trade, whoever took over what. */
const NOBODYS = listPattern(
  String.raw`\b(?:{talk-sites},?(?: called| named| known as|:)?|our (?:own |test |lab |research |demo ){0,2}(?:{site-words}|server|sinkhole),?|for (?:our|this|the|these) (?:tests?|demos?|demonstrations?|experiments?|labs?),? we (?:used|took|chose)) ?["“‘'(\x60]{0,2}(?:\w{3,5}:\/\/)?$`,
  'i',
);

/**
 * Leaves out hosts that the text calls somebody else's, with their addresses: the genuine site that an intruder's own looks like, and the page from
 * which anybody gets a public program (authors defang these too), and those of reports and blogs that are referred to. One that was taken over stays.
 */
export function withoutOthersHosts(
  { document, refused }: Scanner,
  indicators: readonly Indicator[],
): readonly Indicator[] {
  const others = new Set(
    indicators.flatMap(({ type, value, spans }) => {
      const host = NETWORK.has(type) ? hostOf(value) : undefined;
      if (host === undefined) return [];
      const isOthers = spans.some((span) => isCalledOthers(document.text, span) || isReferredTo(document, span));
      return isOthers || isForReaders(document, spans, refused.get(host)) ? [bareHost(host)] : [];
    }),
  );
  const isShared = ({ type, spans }: Indicator): boolean =>
    type === 'domain' && spans.some((span) => isCalledShared(document.text, span));
  return indicators.filter((each) => {
    const { type, value } = each;
    return !others.has(bareHost(NETWORK.has(type) ? (hostOf(value) ?? '') : value)) && !isShared(each);
  });
}

/** How far before a host it may be called one where anybody keeps files, and what may stand between. */
const SHARED_NEAR = 60;
const NAMED = [' called', ' named', ','] as const;

/** Whether the words right before a host call it one where anybody keeps files, and none of the intruders' own: only its pages are somebody's. */
function isCalledShared(text: string, { start, end }: Span): boolean {
  const bare = trimEndOf(text.slice(Math.max(0, start - SHARED_NEAR), start).toLowerCase(), ` (${QUOTES}`);
  const before = NAMED.reduce((words, named) => withoutEnding(words, named), bare);
  if (!endsWithAny(before, words('sharing-sites'))) return false;
  const sentence = sentenceAround(text, start, end);
  return !hasWordOf('hosts-set-up', text.slice(sentence.start, sentence.end));
}

/** Whether a host that its author meant nowhere as an indicator is one that another place sends readers to. */
function isForReaders(document: AdvisoryDocument, spans: readonly Span[], refused: readonly Refused[] = []): boolean {
  const isSent = refused.some(({ span, isToLookUp }) => isToLookUp || isReferredTo(document, span));
  return isSent && !spans.some((span) => isMeant(document, span) || isContacted(document, span));
}

const CONTACTS: ReadonlySet<string> = new Set([
  'connect',
  'connects',
  'connected',
  'contacts',
  'contacted',
  'resolves',
  'sends',
]);

/** Whether the sentence of a host says that something of the intruders reaches it. */
function isContacted({ text }: AdvisoryDocument, { start, end }: Span): boolean {
  const sentence = sentenceAround(text, start, end);
  const said = text.slice(sentence.start, sentence.end);
  return hasWordOf('calls-home', said) || tokensOf(said).some((word) => CONTACTS.has(word.text));
}

/** Whether the words right before a host or its address call it somebody else's, or nobody's of the intrusion. */
export function isCalledOthers(text: string, { start, end }: Span): boolean {
  const from = listStart(text, start);
  const before = text.slice(Math.max(0, from - BEFORE), from);
  if (NOBODYS().test(before)) return true;
  if (!OTHERS().test(before) && !isCalledGenuine(text.slice(end, end + BEFORE))) return false;
  // Whatever the one that looks like it did: "a typosquat of fen.net and stole passwords".
  if (hasWordOf('imitates', before)) return true;
  const sentence = sentenceAround(text, start, end);
  return !startsOf('taken-over').test(text.slice(sentence.start, sentence.end));
}

/** Whether a text goes on by calling the host right before it somebody's genuine one: "is a legitimate domain of". */
function isCalledGenuine(behind: string): boolean {
  const [be, article, called, site] = tokensOf(behind.split('\n', 1)[0] ?? '').map((token) => token.text);
  return (
    wordSet('forms-of-be').has(be ?? '') &&
    wordSet('articles').has(article ?? '') &&
    wordSet('called-others-site').has(called ?? '') &&
    hasWordOf('site-words', site ?? '')
  );
}

/** How far before a host the colon of its list may stand. */
const LIST_MAX = 300;

/** Where the list of addresses begins that a place is one of: what stands before it is said of them all ("these legitimate resolvers: …, …"). */
function listStart(text: string, place: number): number {
  const before = text.slice(Math.max(0, place - LIST_MAX), place);
  const colon = before.lastIndexOf(': ');
  if (colon < 0) return place;
  const words = splitAtBlanks(before.slice(colon + 1)).slice(0, -1);
  const isOfList = (word: string): boolean => hasAny(word, './()') || ['', 'and', 'or', ','].includes(word);
  return words.every(isOfList) ? place - before.length + colon + 1 : place;
}

const REFERS = new Set(['refers-to', 'sends-readers']);

/**
 * Whether the words before a host in its sentence send readers there or name it as where others wrote. Authors defang what is the intruder's and
 * leave such hosts as they are; lists of indicators have columns named "source".
 */
function isReferredTo(document: AdvisoryDocument, span: Span): boolean {
  const { text } = document;
  const { start, end } = span;
  if (isMeant(document, span)) return false;
  const sentence = sentenceAround(text, start, end);
  const from = Math.max(sentence.start, start - BEFORE);
  const before = tokensOf(text.slice(from, start));
  // A cue for the sentence's beginning needs it.
  return cueHits(from === sentence.start ? before : before.slice(1), REFERS).length > 0;
}

/** Whether an author defanged a host or listed it among the indicators. */
function isMeant(document: AdvisoryDocument, { start, end }: Span): boolean {
  return isDefanged(document.text.slice(start, end)) || passageAt(document, start)?.block.role === 'indicators';
}

const isDefanged = (written: string): boolean =>
  hasAny(written, '[](){}\\') || written.toLowerCase().startsWith('hxxp');

/** A host without the name that its web server has besides. */
const bareHost = (host: string): string => (host.startsWith(WWW) ? host.slice(WWW.length) : host);
const WWW = 'www.';

function hostOf(value: string): string | undefined {
  const scheme = value.indexOf('://');
  return webAddress(scheme < 0 ? value : value.slice(scheme + 3))?.host;
}

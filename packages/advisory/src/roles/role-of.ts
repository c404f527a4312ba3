import { attributionAt } from '../attribute/attribute.js';
import { attributionOf, isExcludedIn } from '../attribute/attribution-of.js';
import { isEverybodysHost } from '../indicators/host-rules.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, FoundThing, RoleFound, Span, ThingRole } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { webAddress } from '../segment/web-address.js';
import { whyOfReaders } from './readers-form.js';
import { isFetchedFile, isOffered, isReached, isToldOf } from './used-host.js';

/** Roles in the order in which they count where the places of a thing differ. */
const ORDER: readonly ThingRole[] = ['intruders', 'abused', 'partly-placeholder'];
const SURE = 0.8;
/** Things that name a host. */
const HOSTS: ReadonlySet<string> = new Set(['url', 'domain', 'ip-address']);

/** What a role rests on besides the thing itself. */
export interface RoleContext {
  readonly doc: AdvisoryDocument;
  /** Rules and queries that the author publishes: a value in them belongs to that rule. */
  readonly published: readonly Span[];
  /** Whether a place was defanged on purpose, as authors do with what must not be opened. */
  isDefanged(span: Span): boolean;
}

/** Whose a thing is: what its own form says, then its places, of which the one that most clearly makes it the intruder's counts. */
export function roleOf(found: FoundThing, context: RoleContext): RoleFound {
  const { mark } = found;
  const isOfRule = found.spans.every((span) => isPublished(span, context));
  const ofReaders = isOfRule ? 'it belongs to a rule that the author publishes' : whyAll(found, context.doc);
  if (ofReaders !== undefined && found.thing === 'library-hash')
    return { role: 'intruders', because: 'a rule names the file that it was written for' };
  if (ofReaders !== undefined) return { role: 'readers', because: ofReaders };
  if (found.spans.every((span) => isExcludedIn(context.doc, span)))
    return { role: 'mentioned', because: 'the text says that it was not done, or not by the intruder' };
  if (mark !== undefined && !ORDER.includes(mark.role)) return markedRole(found, mark, context);
  // What a product calls a threat says whose it is, wherever it stands; advice on products names it most often.
  if (mark?.role === 'intruders' && mark.isLeftOut !== true) return mark;
  const best = bestRole(found, context);
  if (best.role !== 'intruders') return best;
  if (mark !== undefined) return mark;
  if (found.parts !== undefined)
    return { role: 'partly-placeholder', because: 'a part of it stands for something else' };
  return best;
}

/** Why every place of a thing has a form that makes it the author's or the reader's; undefined where one has not. */
function whyAll(found: FoundThing, doc: AdvisoryDocument): string | undefined {
  let why: string | undefined;
  for (const span of found.spans) {
    why = whyOfReaders(doc, found, span);
    if (why === undefined) return undefined;
  }
  return why;
}

/** The role at the first place that makes a thing the intruder's, else at the first of all. Places behind it are not read: there may be thousands. */
function bestRole({ thing, spans }: FoundThing, context: RoleContext): RoleFound {
  let first: RoleFound | undefined;
  for (const span of spans) {
    const role = isSeenInLog(thing, span, context.doc) ? SEEN_IN_LOG : roleAt(span, context);
    if (role.role === 'intruders') return role;
    first ??= role;
  }
  return first as RoleFound;
}

/**
 * The role of a thing whose own form says that it is nobody's. An address that the text says was reached is abused all the same, and the
 * intruder's where nobody else is known to have its host.
 */
function markedRole({ thing, value, spans }: FoundThing, mark: RoleFound, { doc, isDefanged }: RoleContext): RoleFound {
  if (mark.role !== 'mentioned' || mark.isLeftOut === true || !HOSTS.has(thing)) return mark;
  const reached = spans.filter((span) => isReached(doc, span));
  const isOthers = isEverybodysHost(webAddress(value)?.host ?? value, doc);
  if (thing === 'url' && !isOthers && reached.some((span) => isToldOf(doc, span)))
    return { role: 'intruders', because: 'its sentence says that the intruder reached it' };
  const address = thing === 'url' ? webAddress(value) : undefined;
  if (address !== undefined && spans.some((span) => isFetchedFile(doc, address, span)))
    return { role: 'abused', because: 'the text says that a file was fetched from it, and the path is that file’s' };
  const isUsed = reached.length > 0 || spans.some(isDefanged);
  if (isUsed) return { role: 'abused', because: mark.because, isLeftOut: true };
  const isForReaders = spans.some((span) => isOffered(doc, span));
  return isForReaders ? { role: 'readers', because: 'readers are sent there for what they run' } : mark;
}

const SEEN_IN_LOG: RoleFound = { role: 'intruders', because: 'whoever looked into it found it in a log' };

/** Whether the text tells that somebody found an event in a log: what investigators find is what the intruder left. */
function isSeenInLog(thing: FoundThing['thing'], span: Span, doc: AdvisoryDocument): boolean {
  const passage = passageAt(doc, span.start);
  if (thing !== 'event-id' || passage?.block.role !== 'narrative') return false;
  const read = attributionOf(doc, span);
  if (read?.who !== 'defender' || read.whether !== 'did') return false;
  const at = span.start - passage.start;
  const sentence = sentenceAround(passage.text, at, at);
  return hasWordOf('seen-in-logs', passage.text.slice(sentence.start, sentence.end));
}

function roleAt(span: Span, context: RoleContext): RoleFound {
  const { doc, isDefanged } = context;
  if (isPublished(span, context)) return { role: 'readers', because: 'it belongs to a rule that the author publishes' };
  if (isDefanged(span)) return { role: 'intruders', because: 'the author made it harmless to click' };
  const passage = passageAt(doc, span.start);
  if (passage === undefined) return { role: 'mentioned', because: 'it stands in no block of the text' };
  const { role: section } = passage.block;
  if (section === 'indicators') return { role: 'intruders', because: 'it stands among the indicators' };
  const at = { start: span.start - passage.start, end: Math.min(span.end - passage.start, passage.text.length) };
  if (section === 'remediation' || section === 'detection' || section === 'references') {
    const read = attributionAt(passage, at);
    const isTold = read.who === 'intruder' && read.whether === 'did' && read.confidence >= SURE;
    return isTold
      ? { role: 'intruders', because: 'its sentence says what the intruder did' }
      : { role: 'readers', because: `it stands in a section for readers (${section})` };
  }
  return byAttribution(doc, span);
}

function isPublished(span: Span, { published }: RoleContext): boolean {
  return published.some(({ start, end }) => start < span.end && span.start < end);
}

function byAttribution(doc: AdvisoryDocument, span: Span): RoleFound {
  const read = attributionOf(doc, span);
  if (read?.who === 'other-report') return { role: 'other-report', because: 'it is another report’s' };
  if (read?.whether === 'advice' || read?.who === 'defender')
    return { role: 'readers', because: 'readers or defenders use it' };
  if (read?.whether === 'did-not') return { role: 'mentioned', because: 'the text says that it was not done' };
  return { role: 'intruders', because: 'its sentence says what the intruder did' };
}

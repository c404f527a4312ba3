import { directionOf, type Note } from '../convert/note.js';
import type { Level, SigmaCorrelation, SigmaRule } from '../model/rule.js';

/** How a query departs from the rule it was made from: it finds more, or may miss events, or nobody has confirmed where it looks. */
export interface Departure {
  /** The level of the form: one step lower than the rule's where the query finds more. */
  readonly level?: Level;
  /** Sentences for people who read the form. */
  readonly remark: string;
  /** A few words, for a product that shows only a name. */
  readonly mark: string;
}

const LOWER: Readonly<Record<Level, Level>> = {
  critical: 'high',
  high: 'medium',
  medium: 'low',
  low: 'informational',
  informational: 'informational',
};
/** Messages that a remark repeats; the rest is counted. */
const MESSAGES_MAX = 3;
const MESSAGE_MAX = 300;
/** Characters of a rule's description beside a remark, so that no product's bound cuts the remark. */
const DESCRIPTION_MAX = 3000;

/** The departure that the notes of a conversion tell; undefined where the query finds what its rule does. */
export function departureOf(
  { level = 'medium' }: SigmaRule | SigmaCorrelation,
  notes: readonly Note[],
): Departure | undefined {
  const told = (direction: string) => notes.filter(({ code }) => directionOf(code) === direction);
  const [wider, narrower, open] = [told('wider'), told('narrower'), told('open')];
  if (wider.length + narrower.length + open.length === 0) return undefined;
  const lowered = LOWER[level];
  const remarks = [
    [
      wider,
      `The query finds more than its Sigma rule${lowered === level ? '' : `: the level is ${lowered}, the rule's is ${level}`}.`,
    ],
    [narrower, 'The query may miss events that its Sigma rule finds.'],
    [open, 'Check where the query looks before it is relied on.'],
  ] as const;
  return {
    ...(wider.length > 0 && lowered !== level ? { level: lowered } : {}),
    remark: `Conversion: ${remarks
      .filter(([some]) => some.length > 0)
      .map(([some, sentence]) => `${sentence} ${messages(some)}`)
      .join(' ')}`,
    mark:
      wider.length > 0 ? 'finds more than its rule' : narrower.length > 0 ? 'may miss events' : 'fields not confirmed',
  };
}

/** The document as its deployable form shows it. */
export function departed<D extends SigmaRule | SigmaCorrelation>(document: D, { level, remark }: Departure): D {
  const description = (document.description ?? document.title).trimEnd().slice(0, DESCRIPTION_MAX);
  return { ...document, ...(level === undefined ? {} : { level }), description: `${description}\n\n${remark}` };
}

function messages(notes: readonly Note[]): string {
  const all = [...new Set(notes.map(({ message }) => message))];
  const kept = all.slice(0, MESSAGES_MAX).map((message) => message.slice(0, MESSAGE_MAX));
  if (all.length > kept.length) kept.push(`${all.length - kept.length} more of the kind.`);
  return kept.join(' ');
}

import { directionOf, type Note } from '../convert/note.js';
import type { ValueTest } from '../model/condition.js';
import type { Level, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { leavesOf } from '../parse/tree.js';
import { systemOfText, UNIX } from '../read/evidence.js';

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

/**
 * The departure that the notes of a conversion tell; undefined where the query finds what its rule does. The level is its author's unless what
 * the rule finds became wider, and always with `keepLevel`.
 */
export function departureOf(
  document: SigmaRule | SigmaCorrelation,
  notes: readonly Note[],
  keepLevel = false,
): Departure | undefined {
  const notesOf = (direction: string) => notes.filter(({ code }) => directionOf(code) === direction);
  const [wider, narrower, open] = [notesOf('wider'), notesOf('narrower'), notesOf('open')];
  if (wider.length + narrower.length + open.length === 0) return undefined;
  const { level = 'medium' } = document;
  const widened = wider.some(({ code }) => code !== 'shared_scope' || !namesItsSystem(document));
  const lowered = keepLevel || !widened ? level : LOWER[level];
  const remarks = [
    [
      wider,
      `The query finds more than its Sigma rule${lowered === level ? '' : `: the level is ${lowered}, the rule's is ${level}`}.`,
    ],
    [narrower, 'The query may miss events that its Sigma rule finds.'],
    [open, 'Check where the query looks before it is relied on.'],
  ] as const;
  return {
    ...(lowered === level ? {} : { level: lowered }),
    remark: `Conversion: ${remarks
      .filter(([some]) => some.length > 0)
      .map(([some, sentence]) => `${sentence} ${messages(some)}`)
      .join(' ')}`,
    mark:
      wider.length > 0 ? 'finds more than its rule' : narrower.length > 0 ? 'may miss events' : 'fields not confirmed',
  };
}

/**
 * Whether a rule for one operating system tests values that only this system has. A table of several systems then shows no other events than
 * a table of the one would.
 */
function namesItsSystem(document: SigmaRule | SigmaCorrelation): boolean {
  if (document.kind === 'correlation') return false;
  const { product } = document.logsource;
  return document.conditions.every(({ tree }) => {
    const texts = leavesOf(tree).flatMap((leaf) => leaf.tests.flatMap(textsOf));
    return texts.some((text) => {
      const told = systemOfText(text.toLowerCase());
      return told === product || (told === UNIX && product === 'linux');
    });
  });
}

function textsOf(test: ValueTest): readonly string[] {
  return test.op === 'string' ? test.pattern.parts.filter((part) => typeof part === 'string') : [];
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

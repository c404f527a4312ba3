import type { DraftItem, RuleDraft } from '../draft/rule-draft.js';
import type { JudgedThing } from '../model.js';

/**
 * Gives whether drafts ask for a thing's value at each of its places: a command, a behaviour or a join has it, and it is not drafted alone. The
 * drafts are read once, however many things are asked about.
 */
export function takenBy(drafts: readonly RuleDraft[]): (found: JudgedThing) => boolean {
  const values = drafts.flatMap(({ selections }) =>
    selections.flatMap(({ alternatives }) => alternatives.flat().flatMap((item) => placed(item))),
  );
  return ({ thing, value, spans, seenIn }) => {
    // A host in a web address is asked for in another log than the host by itself.
    if (seenIn !== undefined && (thing === 'domain' || thing === 'ip-address')) return false;
    const wanted = value.toLowerCase();
    return spans.every((span) =>
      values.some(({ literal, start, end }) => start < span.end && span.start < end && literal.includes(wanted)),
    );
  };
}

function placed({ values }: DraftItem): readonly { literal: string; start: number; end: number }[] {
  return values.flatMap(({ literal, origin }) =>
    'start' in origin ? [{ literal: String(literal).toLowerCase(), start: origin.start, end: origin.end }] : [],
  );
}

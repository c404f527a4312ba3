import type { DraftItem, RuleDraft } from '../draft/rule-draft.js';
import type { JudgedThing, Span } from '../model.js';

/**
 * Gives whether drafts ask for a thing's value at each of its places: a command, a behaviour or a join has it, and it is not drafted alone. The
 * drafts are read once, however many things are asked about.
 */
export function takenBy(drafts: readonly RuleDraft[]): (found: JudgedThing) => boolean {
  const values = drafts.flatMap(({ logsource, selections }) =>
    selections.flatMap(({ alternatives }) =>
      alternatives.flat().flatMap((item) => placed(item, logsource.category === 'file_event')),
    ),
  );
  return ({ thing, value, spans, seenIn, deed, beside }) => {
    // With its folder a name tells more than in a list of names.
    if (thing === 'file-name' && beside?.some((each) => each.thing === 'directory')) return false;
    // A host in a web address is asked for in another log than the host by itself.
    if (seenIn !== undefined && (thing === 'domain' || thing === 'ip-address')) return false;
    // A file that was run or loaded shows where it is, and where it was written besides.
    const isRun = thing === 'driver' || (deed === 'executed' && (thing === 'file-name' || thing === 'file-path'));
    const wanted = value.toLowerCase();
    return spans.every((span) =>
      values.some(
        ({ literal, start, end, ofWriting }) =>
          start < span.end && span.start < end && literal.includes(wanted) && !(isRun && ofWriting),
      ),
    );
  };
}

/** A value with its place; `ofWriting` is whether it is asked for where files are written. */
interface Placed extends Span {
  readonly literal: string;
  readonly ofWriting: boolean;
}

function placed({ values }: DraftItem, ofWriting: boolean): readonly Placed[] {
  return values.flatMap(({ literal, origin }) =>
    'start' in origin
      ? [{ literal: String(literal).toLowerCase(), start: origin.start, end: origin.end, ofWriting }]
      : [],
  );
}

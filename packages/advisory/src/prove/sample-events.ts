import type { DraftItem, DraftSelection, DraftWatch } from '../draft/rule-draft.js';
import type { SampleEvent } from '../model.js';
import { withoutEnding } from '../text/ends.js';

/** A nested event under construction. */
export type Tree = { [key: string]: unknown };
const DRIVE = 'C:\\';
/** How a path writes that a part of it is a list. */
const LIST = '[]';
const OTHER = 'tripline-nothing-like-it';

/** Events that a rule must match: one per alternative of its selections, at most three. */
export function matchingEvents(draft: DraftWatch): readonly SampleEvent[] {
  return alternativeEvents(draft).slice(0, 3);
}

/** An event for every alternative of a rule's selections. */
export function alternativeEvents(draft: DraftWatch): readonly SampleEvent[] {
  const positive = draft.selections.filter(({ filter }) => filter !== true);
  const count = Math.max(1, ...positive.map(({ alternatives }) => alternatives.length));
  return Array.from({ length: count }, (_, index) => eventOf(chosen(positive, index)));
}

/**
 * Events that a rule must not match: the first matching event with another value in the field of one item, one event per item, at most
 * four; and one that a filter excludes, where there is a filter.
 */
export function nonMatchingEvents(draft: DraftWatch): readonly SampleEvent[] {
  const positive = draft.selections.filter(({ filter }) => filter !== true);
  const items = chosen(positive, 0);
  const flipped = items.slice(0, 4).map((item) => {
    const event = eventOf(items);
    assign(event, item.field, typeof item.values[0]?.literal === 'number' ? -1 : OTHER);
    return event;
  });
  const filters = draft.selections.filter(({ filter }) => filter === true);
  return filters.length === 0 ? flipped : [...flipped, eventOf([...items, ...chosen(filters, 0)])];
}

function chosen(selections: readonly DraftSelection[], index: number): readonly DraftItem[] {
  return selections.flatMap(({ alternatives }) => alternatives[index % alternatives.length] ?? []);
}

function eventOf(items: readonly DraftItem[]): Tree {
  const event: Tree = {};
  const texts = new Map<string, string>();
  // What must end a field is put behind all else in it.
  const inOrder = [...items.filter((item) => !isEnd(item)), ...items.filter(isEnd)];
  for (const item of inOrder) {
    const literals = item.modifiers.includes('all') ? item.values : item.values.slice(0, 1);
    const first = literals[0]?.literal;
    if (typeof first === 'number') {
      assign(event, item.field, first);
      continue;
    }
    const text = fill(
      literals.map(({ literal }) => String(literal)),
      item.modifiers,
    );
    const before = texts.get(item.field);
    const joined = before === undefined ? text : joinedTexts(before, text, isEnd(item));
    texts.set(item.field, joined);
    assign(event, item.field, joined);
  }
  return event;
}

function isEnd({ modifiers }: DraftItem): boolean {
  return modifiers.includes('endswith');
}

/** Two texts of one field: a name right behind the folder it is in, else with a blank between. */
function joinedTexts(before: string, text: string, isLast: boolean): string {
  const isInFolder = isLast && before.startsWith('\\') && before.endsWith('\\') && text.startsWith(DRIVE);
  return isInFolder ? `C:${before.slice(0, -1)}${text.slice(DRIVE.length - 1)}` : `${before} ${text}`;
}

/** A plausible value that the modifiers accept. */
function fill(literals: readonly string[], modifiers: readonly string[]): string {
  if (modifiers.includes('base64offset')) {
    return literals.map((literal) => Buffer.from(literal, 'utf16le').toString('base64')).join(' ');
  }
  const text = literals.join(' ');
  if (modifiers.includes('startswith')) return `${text}-1`;
  if (modifiers.includes('endswith'))
    return text.startsWith('\\') ? `C:${text}` : text.startsWith('/') ? `/usr${text}` : text;
  return text;
}

/** Sets a field at its dotted path, nested as the log source nests it; `list[].field` is that of a list's one element. */
export function assign(event: Tree, field: string, value: unknown): void {
  const path = field.split('.');
  let at = event;
  for (const part of path.slice(0, -1)) {
    const key = withoutEnding(part, LIST);
    const there = at[key];
    const next: unknown = Array.isArray(there) ? there[0] : there;
    if (typeof next === 'object' && next !== null) at = next as Tree;
    else {
      const made: Tree = {};
      at[key] = key === part ? made : [made];
      at = made;
    }
  }
  at[path.at(-1) as string] = value;
}

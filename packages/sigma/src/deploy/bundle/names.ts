import { createHash } from 'node:crypto';
import { slugOf as slug, unaccented, withoutEnd } from '../../characters.js';
import type { SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { importId } from '../counted.js';

/** A document of a bundle under an id, a title and a name that no other of the bundle has. */
export interface NamedDocument {
  /** With the id and title by which the product tells it from the others; its own where nothing clashes. */
  readonly document: SigmaRule | SigmaCorrelation;
  /** A UUID. */
  readonly id: string;
  /** Words of the title and the beginning of the id: `a-z`, digits and hyphens, at most 87. A name of files. */
  readonly name: string;
  /** What was changed to tell it apart. */
  readonly remark?: string;
}

/** Something that gets a name: a document and the version of its text. */
interface Unnamed {
  readonly document: SigmaRule | SigmaCorrelation;
  readonly version: string;
}

const SLUG_MAX = 50;
/** How much of an id a name may end with: its first part, more parts, or all of it. */
const ID_LENGTHS = [8, 13, 18, 23, 36] as const;

/**
 * Gives every document an id, a title and a name of its own, in the order given. What each gets depends on the documents, not on their order.
 * @param needsIds whether a document without an id gets one too, for a product whose names keep too little of a title
 */
export function namedDocuments(items: readonly Unnamed[], needsIds: boolean): readonly NamedDocument[] {
  const ids = uniqueIds(items);
  const titles = counted(items.map(({ document }) => titleKey(document.title)));
  const names = uniqueNames(items.map(({ document }, at) => ({ slug: slugOf(document.title), id: ids[at] as string })));
  return items.map(({ document }, at) => {
    const id = ids[at] as string;
    const name = names[at] as string;
    const remarks: string[] = [];
    let named = document;
    if (id !== importId(document, PRODUCT)) {
      if (document.id !== undefined) remarks.push(`Another rule has the id ${document.id}: this one is under ${id}.`);
      named = { ...named, id };
    } else if (named.id === undefined && needsIds) named = { ...named, id };
    if ((titles.get(titleKey(document.title)) ?? 0) > 1) {
      const ending = id.slice(
        0,
        ID_LENGTHS.find((length) => name.endsWith(`-${id.slice(0, length)}`)),
      );
      named = { ...named, title: `${document.title.trimEnd()} (${ending})` };
      remarks.push('Another rule has the same title: this one has its id behind it.');
    }
    return { document: named, id, name, ...(remarks.length === 0 ? {} : { remark: remarks.join(' ') }) };
  });
}

const PRODUCT = 'bundle';

/** Titles that products may take for the same, since they keep letters and digits only. */
function titleKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const key of keys) uses.set(key, (uses.get(key) ?? 0) + 1);
  return uses;
}

/** Of documents with the same id, the one of the first version keeps it; the others get one from id and version, and equal texts a number. */
function uniqueIds(items: readonly Unnamed[]): readonly string[] {
  const ids = items.map(({ document }) => importId(document, PRODUCT));
  const order = items
    .map((_, at) => at)
    .sort(
      (a, b) =>
        compare(items[a]?.version, items[b]?.version) || compare(items[a]?.document.title, items[b]?.document.title),
    );
  const taken = new Set<string>();
  for (const at of order) {
    const own = ids[at] as string;
    let id = own;
    for (let number = 0; taken.has(id); number++) id = derivedId(`${own}\0${items[at]?.version}\0${number}`);
    taken.add(id);
    ids[at] = id;
  }
  return ids;
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A UUID of version 5's shape from a text. */
function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A name for each that no other has, ending with only as much of the id as that needs. Whole ids differ, so there is always one. */
function uniqueNames(items: readonly { readonly slug: string; readonly id: string }[]): readonly string[] {
  const steps = items.map(() => 0);
  const nameAt = (at: number) => `${items[at]?.slug}-${items[at]?.id.slice(0, ID_LENGTHS[steps[at] ?? 0])}`;
  for (;;) {
    const names = items.map((_, at) => nameAt(at));
    const uses = counted(names);
    const shared = names.flatMap((name, at) => ((uses.get(name) ?? 0) > 1 ? [at] : []));
    if (shared.length === 0) return names;
    for (const at of shared) steps[at] = Math.min((steps[at] ?? 0) + 1, ID_LENGTHS.length - 1);
  }
}

/** Words of a title for a file's name: no separators, dots or blanks, at most 50 characters, never empty. */
function slugOf(title: string): string {
  const words = withoutEnd(slug(unaccented(title.slice(0, 1000)), '-').slice(0, SLUG_MAX), '-');
  return words === '' ? 'rule' : words;
}

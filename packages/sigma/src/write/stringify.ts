import { DUMP_SCHEMA, dump, type MappingNode, type Node, SCALAR_STYLE, strTag } from 'js-yaml';
import { type Layout, writePlainDocument } from './plain-document.js';
import type { RuleObject } from './rule-object.js';

/** The order of a document's keys; other keys follow in the given order. */
const TOP_KEYS = [
  'title',
  'id',
  'name',
  'related',
  'taxonomy',
  'status',
  'description',
  'license',
  'references',
  'author',
  'date',
  'modified',
  'tags',
  'logsource',
  'detection',
  'correlation',
  'filter',
  'fields',
  'falsepositives',
  'level',
  'generate',
] as const;
const LOGSOURCE_KEYS = ['category', 'product', 'service', 'definition'] as const;
const STRING_TAG = strTag.tagName;
/** Keys of a detection or filter whose texts are words, not values. */
const UNQUOTED: ReadonlySet<string> = new Set(['condition', 'timeframe', 'rules']);
const QUOTED_DATE = /^(date|modified): '(\d{4}-\d{2}-\d{2})'$/gm;

/**
 * Writes rules as canonical YAML: keys in the usual order, four blanks of indentation, detection texts in single quotes, several rules as
 * several documents. The same object gives the same text, and `parseSigma` reads the same values back. Throws a `TypeError` for values that
 * YAML cannot hold.
 */
export function stringifySigma(rules: RuleObject | readonly RuleObject[]): string {
  const list: readonly RuleObject[] = isList(rules) ? rules : [rules];
  return list.map(writeDocument).join('---\n');
}

function isList(rules: RuleObject | readonly RuleObject[]): rules is readonly RuleObject[] {
  return Array.isArray(rules);
}

function writeDocument(rule: RuleObject): string {
  const text = writePlainDocument(rule, LAYOUT) ?? writeAnyDocument(rule);
  // The dumper quotes dates because YAML 1.1 readers make timestamps of them; for these two keys the field writes them bare.
  return text.replace(QUOTED_DATE, '$1: $2');
}

const LAYOUT: Layout = {
  keysOf(map, under) {
    const keys = Object.keys(map);
    if (under === undefined) return inOrder(keys, TOP_KEYS, []);
    if (under === 'logsource') return inOrder(keys, LOGSOURCE_KEYS, []);
    return hasValues(under) ? inOrder(keys, ['rules'], ['timeframe', 'condition']) : keys;
  },
  isQuoted: (key, under) => hasValues(under) && !UNQUOTED.has(key),
};

/** Whether values of events are under a top key. */
function hasValues(top: string): boolean {
  return top === 'detection' || top === 'filter';
}

/** Writes any rule; the library decides how to write each text. */
function writeAnyDocument(rule: RuleObject): string {
  return dump(rule, {
    schema: DUMP_SCHEMA,
    indent: 4,
    lineWidth: -1,
    noRefs: true,
    transform: (documents) => {
      const root = documents[0]?.contents;
      if (root?.kind === 'mapping') arrange(root);
    },
  });
}

/** Puts the keys in order and sets the style of the texts. */
function arrange(root: MappingNode): void {
  sortItems(root, TOP_KEYS, []);
  for (const { key, value } of root.items) {
    if (key.kind !== 'scalar' || value.kind !== 'mapping') continue;
    if (key.value === 'logsource') sortItems(value, LOGSOURCE_KEYS, []);
    if (hasValues(key.value)) {
      sortItems(value, ['rules'], ['timeframe', 'condition']);
      for (const item of value.items) {
        if (item.key.kind === 'scalar' && !UNQUOTED.has(item.key.value)) quoteTexts(item.value);
      }
    }
  }
}

/** Moves the named keys to the front and to the back, in the given order; the others keep theirs. */
function sortItems(node: MappingNode, first: readonly string[], last: readonly string[]): void {
  const nameOf = (key: Node) => (key.kind === 'scalar' ? key.value : '');
  node.items.sort((a, b) => rankOf(nameOf(a.key), first, last) - rankOf(nameOf(b.key), first, last));
}

/** The same for keys alone. */
function inOrder(keys: readonly string[], first: readonly string[], last: readonly string[]): readonly string[] {
  return [...keys].sort((a, b) => rankOf(a, first, last) - rankOf(b, first, last));
}

function rankOf(name: string, first: readonly string[], last: readonly string[]): number {
  if (last.includes(name)) return first.length + 1 + last.indexOf(name);
  return first.includes(name) ? first.indexOf(name) : first.length;
}

/** Sets single quotes for texts of a selection, as rule authors write them; the dumper chooses another style where it must. */
function quoteTexts(node: Node): void {
  if (node.kind === 'sequence') node.items.forEach(quoteTexts);
  else if (node.kind === 'mapping') for (const { value } of node.items) quoteTexts(value);
  else if (node.kind === 'scalar' && node.tag === STRING_TAG && !node.value.includes('\n'))
    node.style = SCALAR_STYLE.SINGLE_QUOTED;
}

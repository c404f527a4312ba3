import type { ValueTest } from '../model/condition.js';
import { ANY, ONE, type Pattern } from '../model/pattern.js';
import { escapeSigmaValue } from '../write/escape.js';
import type { RuleValue } from '../write/rule-object.js';
import type { SigmaLeaf, SigmaNode } from './sigma-tree.js';

/** One line of a selection: `Field|modifiers` and its value; keywords have no key. */
interface Item {
  readonly key: string;
  readonly values: readonly RuleValue[];
  /** Whether the values are alternatives that others may join. */
  readonly open: boolean;
}

type Selection = readonly RuleValue[] | Readonly<Record<string, RuleValue>>;

/**
 * Writes a condition as the `detection` of a rule: required parts as `selection…`, excluded parts as `filter…`, and the condition on them.
 * Values of one field become one list, alternatives of several fields a list of maps.
 */
export function writeDetection(tree: SigmaNode): Readonly<Record<string, RuleValue>> {
  const writer = new DetectionWriter();
  const condition = writer.condition(simplified(tree));
  return { ...writer.selections(), condition };
}

class DetectionWriter {
  readonly #named: { readonly kind: 'selection' | 'filter'; readonly selection: Selection }[] = [];

  /** Names are chosen at the end, when their number is known. */
  condition(tree: SigmaNode): string {
    const parts = tree.kind === 'and' ? tree.children : [tree];
    const demanded = parts.filter((part) => part.kind !== 'not');
    const excluded = parts.filter((part) => part.kind === 'not');
    const texts = [...this.#joined(demanded), ...excluded.map((part) => this.#text(part, 'and', true))];
    return this.#numbered(texts.join(' and '));
  }

  selections(): Readonly<Record<string, RuleValue>> {
    const names = this.#names();
    return Object.fromEntries(this.#named.map(({ selection }, index) => [names[index] as string, selection]));
  }

  #names(): readonly string[] {
    const count = { selection: 0, filter: 0 };
    const places = this.#named.map(({ kind }) => {
      count[kind] += 1;
      return count[kind];
    });
    return this.#named.map(({ kind }, index) => (count[kind] === 1 ? kind : `${kind}_${places[index]}`));
  }

  #numbered(text: string): string {
    const names = this.#names();
    return text.replace(/\0(\d+);/g, (_, index: string) => names[Number(index)] as string);
  }

  /** Names for parts that must all hold. Tests of different fields share a selection, as in rules by hand. */
  #joined(parts: readonly SigmaNode[]): readonly string[] {
    const texts: string[] = [];
    let shared: Record<string, RuleValue> | undefined;
    for (const part of parts) {
      const item = part.kind === 'constant' ? undefined : itemOf(part);
      if (item === undefined || item.key === '') texts.push(this.#text(part, 'and', true));
      else if (shared === undefined || Object.hasOwn(shared, item.key)) {
        shared = mapOf([item]);
        texts.push(this.#name('selection', shared));
      } else Object.assign(shared, mapOf([item]));
    }
    return texts;
  }

  #text(node: SigmaNode, within: 'and' | 'or' | 'not', positive: boolean): string {
    if (node.kind === 'not') return `not ${this.#text(node.child, 'not', !positive)}`;
    const selection = selectionOf(node);
    if (selection !== undefined) return this.#name(positive ? 'selection' : 'filter', selection);
    if (node.kind !== 'and' && node.kind !== 'or') throw new Error('a single test is always a selection');
    const { kind } = node;
    const text = node.children.map((child) => this.#text(child, kind, positive)).join(` ${kind} `);
    return within === kind ? text : `(${text})`;
  }

  #name(kind: 'selection' | 'filter', selection: Selection): string {
    this.#named.push({ kind, selection });
    return `\0${this.#named.length - 1};`;
  }
}

/** A part that fits into one selection: a map, a list of maps, or a list of keywords. */
function selectionOf(node: SigmaNode): Selection | undefined {
  const item = itemOf(node);
  if (item !== undefined) return item.key === '' ? item.values : mapOf([item]);
  if (node.kind === 'and') return mapOfAll(node);
  if (node.kind !== 'or') return undefined;
  const maps: RuleValue[] = [];
  for (const child of node.children) {
    const map = mapOfAll(child);
    if (map === undefined) return undefined;
    maps.push(map);
  }
  return maps;
}

function mapOfAll(node: SigmaNode): Readonly<Record<string, RuleValue>> | undefined {
  const items: Item[] = [];
  const keys = new Set<string>();
  for (const part of node.kind === 'and' ? node.children : [node]) {
    const item = itemOf(part);
    if (item === undefined || item.key === '' || keys.has(item.key)) return undefined;
    keys.add(item.key);
    items.push(item);
  }
  return mapOf(items);
}

function mapOf(items: readonly Item[]): Record<string, RuleValue> {
  const map: Record<string, RuleValue> = Object.create(null) as Record<string, RuleValue>;
  for (const { key, values } of items) map[key] = values.length === 1 ? values[0] : values;
  return map;
}

/** Tests of one field with the same modifiers as one item: alternatives of an `or`, or the texts of an `and` by `|all`. */
function itemOf(node: SigmaNode): Item | undefined {
  if (node.kind === 'test') return singleItem(node);
  if (node.kind !== 'and' && node.kind !== 'or') return undefined;
  const items = node.children.map((child) => (child.kind === 'test' ? singleItem(child) : undefined));
  const [first] = items;
  if (first === undefined || items.some((item) => item?.key !== first.key || !item.open)) return undefined;
  const values = items.flatMap((item) => item?.values ?? []);
  if (node.kind === 'or') return { key: first.key, values, open: false };
  return first.key.includes('|') && !first.key.endsWith('|exists')
    ? { key: `${first.key}|all`, values, open: false }
    : undefined;
}

function singleItem({ field, test }: SigmaLeaf): Item {
  const [modifiers, value, open = true] = itemParts(test);
  if (field !== undefined) return { key: field + modifiers, values: [value], open };
  if (test.op !== 'string') return { key: modifiers, values: [value], open };
  return { key: test.cased ? '|cased' : '', values: [keywordText(test.pattern)], open };
}

function keywordText({ parts }: Pattern): string {
  const from = parts[0] === ANY ? 1 : 0;
  return writePattern(parts.slice(from, parts.length > from && parts.at(-1) === ANY ? -1 : undefined));
}

function writePattern(parts: Pattern['parts']): string {
  let text = '';
  for (const part of parts) {
    if (part === ANY) text += '*';
    else if (part === ONE) text += '?';
    else text += escapeSigmaValue(part);
  }
  return text;
}

/** Modifiers and value of one test; the third says whether other tests may join it in a list. */
function itemParts(test: ValueTest): readonly [string, RuleValue, boolean?] {
  switch (test.op) {
    case 'string':
      return textParts(test.pattern, test.cased ? '|cased' : '');
    case 'number':
    case 'boolean':
      return ['', test.value];
    case 'null':
      return ['', null];
    case 'exists':
      return ['|exists', test.value, false];
    case 'compare':
      return [`|${test.operator}`, test.value, false];
    case 'regex':
      return [`|re${[...test.flags].map((flag) => `|${flag}`).join('')}`, test.source];
    case 'cidr':
      return ['|cidr', test.network];
    case 'fieldref':
      return [
        `|fieldref${test.match === 'equals' ? '' : `|${test.match}`}${test.cased ? '|cased' : ''}`,
        test.field,
        false,
      ];
    case 'time':
      return [`|${test.part}`, test.value];
    case 'placeholder':
      return [`|${test.modifiers.join('|')}`, test.written];
  }
}

function textParts({ shape, literal, parts }: Pattern, cased: string): readonly [string, RuleValue] {
  if (shape === 'exact') return [cased, escapeSigmaValue(literal)];
  if (shape === 'any') return [cased, '*'];
  if (shape === 'mixed') return [cased, writePattern(parts)];
  return [`|${shape}${cased}`, escapeSigmaValue(literal)];
}

/** Flattens, removes double negations and repeated parts, and groups the tests of one field, so that they become lists. */
function simplified(node: SigmaNode): SigmaNode {
  if (node.kind === 'not') {
    const child = simplified(node.child);
    if (child.kind === 'constant') return { kind: 'constant', value: !child.value };
    return child.kind === 'not' ? child.child : { kind: 'not', child };
  }
  if (node.kind !== 'and' && node.kind !== 'or') return node;
  const absorbing = node.kind === 'or';
  const parts = new Map<string, SigmaNode>();
  const add = (part: SigmaNode): boolean => {
    if (part.kind === 'constant') return part.value === absorbing;
    if (part.kind === node.kind) return part.children.some(add);
    const key = JSON.stringify(part);
    if (!parts.has(key)) parts.set(key, part);
    return false;
  };
  if (node.children.map(simplified).some(add)) return { kind: 'constant', value: absorbing };
  const children = grouped([...parts.values()], node.kind);
  if (children.length === 0) return { kind: 'constant', value: !absorbing };
  return children.length === 1 ? (children[0] as SigmaNode) : { kind: node.kind, children };
}

/**
 * In an `or` the alternatives of one field are put together in a nested `or`, which the writer turns into a list; in an `and` the same is
 * done with texts that one field must all contain.
 */
function grouped(parts: readonly SigmaNode[], kind: 'and' | 'or'): readonly SigmaNode[] {
  const byKey = new Map<string, SigmaNode[]>();
  const order: SigmaNode[][] = [];
  for (const part of parts) {
    const item = part.kind === 'test' ? singleItem(part) : undefined;
    const joins = item?.open === true && (kind === 'or' || item.key.includes('|'));
    const group = joins ? byKey.get(item.key) : undefined;
    if (group !== undefined) {
      group.push(part);
      continue;
    }
    const fresh = [part];
    order.push(fresh);
    if (joins) byKey.set(item.key, fresh);
  }
  if (order.length === 1) return parts;
  return order.map((group) => (group.length === 1 ? (group[0] as SigmaNode) : { kind, children: group }));
}

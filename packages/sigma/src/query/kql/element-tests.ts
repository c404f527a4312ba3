import { type QueryFault, unreadable } from '../query-fault.js';
import type { QueryElement, QueryLeaf, QueryNode, QueryRemark } from '../query-tree.js';

/** Which elements of each array, or that of which rows, a condition is on. */
type Asked = ReadonlyMap<string, ReadonlyMap<number, QueryElement>>;

const NONE: Asked = new Map();

/**
 * The tests of a pipeline on one element of an array, which a rule has as tests on any element. Where all of them are asked of one element, or the
 * element must not have a value, a rule would mean another event.
 */
export class ElementTests {
  #asked: Asked = NONE;

  /** Takes what a further step tests. @throws QueryFault where a rule cannot say it of one element */
  add(node: QueryNode, remarks: QueryRemark[]): void {
    const asked = elementsOf(node, false);
    this.#asked = together([this.#asked, asked]);
    for (const element of [...asked.values()].flatMap((each) => [...each.values()])) {
      remarks.push(...remarkOn(element));
      if (element.index === undefined) takeBack(element.at, remarks);
    }
  }
}

/** The `mv-expand` at an offset shows no more than the condition that a rule has. */
function takeBack(at: number, remarks: QueryRemark[]): void {
  const index = remarks.findIndex((remark) => remark.at === at && remark.code === 'presentation');
  if (index >= 0) remarks.splice(index, 1);
}

/** That a rule looks at all elements of an array where a query looks at one; none for a row of `mv-expand`, whose test any element passes. */
export function remarkOn({ array, index, at }: QueryElement): readonly QueryRemark[] {
  if (index === undefined) return [];
  const message = `The query looks at one element of ${shown(array)}, [${index}]; the rule looks at any element of it.`;
  return [{ code: 'widened', message, at }];
}

/** The fault of a step that needs the rows of `mv-expand`; undefined for a value that needs none. */
export function rowFault(elements: readonly QueryElement[] | undefined): QueryFault | undefined {
  const row = elements?.find(({ index }) => index === undefined);
  return row === undefined
    ? undefined
    : unreadable(
        `mv-expand makes a row of every element of ${shown(row.array)}, and no rule groups by elements`,
        row.at,
      );
}

const shown = (array: string): string => array.replaceAll('[]', '');

function elementsOf(node: QueryNode, negated: boolean): Asked {
  if (node.kind === 'constant') return NONE;
  if (node.kind === 'not') return elementsOf(node.child, !negated);
  if (node.kind === 'test') return ofLeaf(node, negated);
  const found = node.children.map((child) => elementsOf(child, negated));
  return node.kind === 'and' ? together(found) : merged(found);
}

function ofLeaf({ elements = [], test, at }: QueryLeaf, negated: boolean): Asked {
  const [first] = elements;
  if (first === undefined) return NONE;
  if (negated || test.op === 'null' || (test.op === 'exists' && !test.value))
    throw unreadable(
      first.index === undefined
        ? `mv-expand asks whether an element of ${shown(first.array)} lacks a value, and a rule only whether all do`
        : `the query excludes by [${first.index}] of ${shown(first.array)}, and a rule excludes by any element`,
      first.index === undefined ? first.at : at,
    );
  return new Map(elements.map((element) => [keyOf(element), new Map([[element.index ?? element.at, element]])]));
}

const keyOf = ({ array, index, at }: QueryElement): string => (index === undefined ? `${at}` : `[] ${array}`);

/** Elements that conditions are on which all must hold. @throws QueryFault where they are on the same row, or on several elements of an array */
function together(parts: readonly Asked[]): Asked {
  const all = new Map<string, ReadonlyMap<number, QueryElement>>();
  for (const part of parts) {
    for (const [key, elements] of part) {
      const known = all.get(key);
      const [[, element]] = [...elements] as [[number, QueryElement]];
      if (known !== undefined && element.index === undefined)
        throw unreadable(
          `mv-expand lets several conditions meet one element of ${shown(element.array)}, and those of a rule may meet different ones`,
          element.at,
        );
      const each = new Map([...(known ?? []), ...elements]);
      if (known !== undefined && each.size > Math.max(known.size, elements.size))
        throw unreadable(
          `the query tests several elements of ${shown(element.array)} by their numbers, and a rule any of them`,
          element.at,
        );
      all.set(key, each);
    }
  }
  return all;
}

/** Elements that one of several conditions may be on. */
function merged(parts: readonly Asked[]): Asked {
  const all = new Map<string, ReadonlyMap<number, QueryElement>>();
  for (const [key, elements] of parts.flatMap((part) => [...part]))
    all.set(key, new Map([...(all.get(key) ?? []), ...elements]));
  return all;
}

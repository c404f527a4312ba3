import { type MapFamily, mappedLogsources, type ResolvedMap } from '../convert/maps.js';
import { stackOf, stacksOfFamily } from '../convert/stacks.js';
import { fieldValues, type SigmaEvent } from '../match/event-fields.js';
import { conditionPredicate } from '../match/match-rule.js';
import type { Condition, FieldTest, KeywordTest } from '../model/condition.js';
import { SigmaError } from '../model/error.js';
import type { Logsource } from '../model/rule.js';
import { leavesOf } from '../parse/tree.js';
import { parseKql, TABLE_FIELD } from '../query/kql/query.js';
import { parseLucene } from '../query/lucene/query.js';
import { nativeCondition } from '../query/native-condition.js';
import { QueryFault } from '../query/query-fault.js';

/** The families whose events are read. */
export type EventFamily = Extract<MapFamily, 'ecs' | 'kql' | 'spl'>;

/** Something that the scope asks: which of some whole values a field has, or a test of another kind. */
type Decision =
  | { readonly field: string; readonly values: readonly string[] }
  | { readonly key: string; holds(event: SigmaEvent): boolean };

/** A log source as one stack of a product has it: which events are of it, by the product's own fields. */
export interface Scoped {
  readonly logsource: Logsource;
  readonly map: ResolvedMap;
  readonly decidedBy: readonly Decision[];
  holds(event: SigmaEvent): boolean;
}

/** Every log source of a family in every stack, where its scope can be tried on an event. */
export function scopesOf(family: EventFamily): readonly Scoped[] {
  const seen = new Set<string>();
  const stacks = stacksOfFamily(family).map(({ id }) => stackOf({ id: family, family }, id));
  return mappedLogsources(family).flatMap((logsource) =>
    stacks.flatMap((stack) => {
      const { map } = stack(family, logsource);
      const key = JSON.stringify([logsource, map.scope]);
      if (seen.has(key)) return [];
      seen.add(key);
      const own = SCOPES[family](map, logsource);
      return [...(own === undefined ? [] : [own]), ...(family === 'kql' ? otherTables(map) : [])].map((scope) => ({
        logsource,
        map,
        ...scope,
      }));
    }),
  );
}

type Scope = Pick<Scoped, 'decidedBy' | 'holds'>;

const SCOPES: Readonly<Record<EventFamily, (map: ResolvedMap, logsource: Logsource) => Scope | undefined>> = {
  ecs({ scope }) {
    const filter = scope['filter'];
    return typeof filter === 'string' ? scopeOfQuery(() => parseLucene(filter).tree) : undefined;
  },
  kql({ scope }, { category, service }) {
    const { table, where, cases } = scope as { table?: string; where?: string; cases?: Record<string, string> };
    if (table === undefined) return undefined;
    const only = cases?.[category ?? ''] ?? cases?.[service ?? ''];
    const wheres = [where, only].flatMap((each) => (each === undefined ? [] : `| where ${each}`));
    return scopeOfQuery(() => parseKql([table, ...wheres].join('\n')).tree);
  },
  spl({ scope }, { category, service }) {
    const { unsure: _unsure, prefixes: _prefixes, index: _index, services, categories, ...fields } = scope;
    const added = [part(categories, category), part(services, service)];
    const wanted = Object.entries(Object.assign({}, fields, ...added) as object);
    if (wanted.length === 0) return undefined;
    return {
      decidedBy: wanted.map(([name, values]): Decision => {
        const texts = [values].flat().map(String);
        if (texts.every((text) => !text.endsWith('*'))) return { field: name, values: texts };
        return { key: `${name}=${texts.join()}`, holds: (event) => hasValue(event, name, texts) };
      }),
      holds: (event) => wanted.every(([name, values]) => hasValue(event, name, [values].flat() as unknown[])),
    };
  },
};

/** Tables beside the one that queries are written for, by which published queries name the same log. */
function otherTables({ scope, reads }: ResolvedMap): readonly Scope[] {
  return reads.scopes.flatMap((text) => {
    const [table] = text.split(' ', 1);
    const own = table === scope['table'] ? undefined : scopeOfQuery(() => parseKql(text).tree);
    return own ?? [];
  });
}

function part(parts: unknown, name: string | undefined): object {
  const known = (parts ?? {}) as Readonly<Record<string, object>>;
  return name !== undefined && Object.hasOwn(known, name) ? (known[name] as object) : {};
}

/** Tags are all there at once; of any other list one value is enough. A `*` at the end of a value stands for anything. */
function hasValue(event: SigmaEvent, name: string, wanted: readonly unknown[]): boolean {
  const values = (fieldValues(event, name) ?? []).map((value) => String(value).toLowerCase());
  const isThere = (each: unknown) => {
    const text = String(each).toLowerCase();
    if (text.endsWith('*')) return values.some((value) => value.startsWith(text.slice(0, -1)));
    return values.includes(text);
  };
  return name === 'tag' ? wanted.every(isThere) : wanted.some(isThere);
}

/** A scope that a map has as a query. Those with more than tests of single fields (a regular expression over two columns) are left out. */
function scopeOfQuery(parse: () => Parameters<typeof nativeCondition>[0]): Scope | undefined {
  let condition: Condition;
  try {
    condition = nativeCondition(parse(), 'logsource');
  } catch (error) {
    if (error instanceof QueryFault || error instanceof SigmaError || error instanceof TypeError) return undefined;
    throw error;
  }
  return { decidedBy: [...leavesOf(condition)].map(decisionOf), holds: conditionPredicate(condition) };
}

function decisionOf(leaf: FieldTest | KeywordTest): Decision {
  const values = leaf.tests.map((test) =>
    test.op === 'string' && test.pattern.shape === 'exact' ? test.pattern.literal : undefined,
  );
  if (leaf.kind === 'field' && values.every((value) => value !== undefined)) return { field: leaf.field, values };
  return { key: JSON.stringify(leaf), holds: conditionPredicate(leaf) };
}

/** The event with the table that it is a row of, which the scopes of KQL ask for. */
export function inTable(event: SigmaEvent, table: string): SigmaEvent {
  return { ...event, [TABLE_FIELD]: table };
}

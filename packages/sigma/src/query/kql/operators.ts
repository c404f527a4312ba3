import { type QueryFault, unreadable } from '../query-fault.js';
import type { QueryRemark } from '../query-tree.js';
import type { Token } from '../tokens.js';
import { entryOf } from '../word-table.js';

/** Operators that only change what is shown of the events found. */
const PRESENTATION = new Set([
  'project',
  'project-away',
  'project-keep',
  'project-reorder',
  'sort',
  'order',
  'distinct',
  'serialize',
  'render',
  'as',
  'getschema',
  'consume',
]);
/** Operators that add or group columns; alone they only change what is shown. */
const SHOWING = new Set(['summarize', 'count', 'mv-expand', 'mvexpand', 'parse', 'invoke']);
const LIMITS = new Set(['take', 'limit', 'top', 'sample']);
/** Operators that cannot be read, with what each does. */
const REFUSED: Readonly<Record<string, string>> = {
  lookup: 'joins the events with a list',
  'parse-where': 'cuts a value into new columns',
  evaluate: 'calls a plugin',
  scan: 'looks for a sequence of events',
  'make-series': 'counts over time',
  partition: 'runs a query per group',
  externaldata: 'reads a list from elsewhere',
  find: 'searches several tables',
  search: 'searches several tables',
  datatable: 'is a list of its own',
};

/** The remark on an operator that a rule leaves out; undefined for any other. */
export function leftOutRemark(keyword: Token): QueryRemark | undefined {
  const name = keyword.text.toLowerCase();
  if (SHOWING.has(name) || PRESENTATION.has(name))
    return {
      code: 'presentation',
      message: `${keyword.source} only changes how the events are shown; the rule leaves it out.`,
      at: keyword.at,
    };
  if (LIMITS.has(name))
    return {
      code: 'search_settings',
      message: `${keyword.source} limits how many events are shown; the rule leaves it out.`,
      at: keyword.at,
    };
  return undefined;
}

/** What an operator that cannot be read does; undefined for any other. */
export function refusalOf(keyword: Token): string | undefined {
  return entryOf(REFUSED, keyword.text.toLowerCase());
}

/** The fault for an operator, with what it does. */
export function refused(token: Token, what: string): QueryFault {
  return unreadable(`${token.source} ${what}; a rule over single events cannot express that`, token.at);
}

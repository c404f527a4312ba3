import type { OwnerKind } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { searchedTexts } from '../rule/rule-search.js';

/** What a list of rules, or a change to many, may be narrowed by. */
export interface RuleFilter {
  /** An ATT&CK id, whole or its beginning; a technique's finds rules of its sub-techniques. */
  readonly technique?: string;
  readonly platform?: string;
  readonly level?: string;
  readonly state?: string;
  /** Words that all begin a word of the rule. */
  readonly q?: string;
  /** All rules of this owner; without it those that the caller made, in the team or not. */
  readonly owner?: OwnerKind;
}

/** Leaves of the rules that `query` reads those that fit the filter; whose they are is the query's. */
export function narrow(query: Knex.QueryBuilder, filter: Omit<RuleFilter, 'owner'>): void {
  const { level, platform, q, state, technique } = filter;
  if (platform !== undefined) void query.where('platform', platform);
  if (level !== undefined) void query.where('level', level);
  if (state !== undefined) void query.where('state', state);
  // `#` marks the techniques that a rule is tagged with. The pattern of the schema lets nothing through that means something to a tsquery.
  if (technique !== undefined) void query.whereRaw('search_words @@ ?::tsquery', [`'#${technique.toLowerCase()}':*`]);
  if (q !== undefined) {
    const texts = searchedTexts(q);
    const any = texts.map(() => 'rules.search_query(?)').join(' || ');
    void query.whereRaw(`search_words @@ (${any})`, [...texts]);
  }
}

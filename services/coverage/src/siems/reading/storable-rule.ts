import { storableText } from '@tripline/service';
import { indexableKey, MAX_INDEXED } from '../../detections/indexable.js';
import type { ReadSiemRule } from './read-rule.js';

const LONGEST_PLACE = 500;

/** A rule with its texts as Postgres can have them, so that what is compared is what is stored. */
export function storableRule(rule: ReadSiemRule): ReadSiemRule {
  const { description, state } = rule;
  return {
    ...rule,
    key: indexableKey(storableText(rule.key)),
    name: storableText(rule.name, MAX_INDEXED),
    description: description === null ? null : storableText(description),
    place: storableText(rule.place, LONGEST_PLACE),
    query: storableText(rule.query),
    state: { ...state, failing: state.failing === null ? null : storableText(state.failing) },
  };
}

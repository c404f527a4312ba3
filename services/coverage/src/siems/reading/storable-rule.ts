import { storableText } from '@tripline/service';
import { indexableKey, MAX_INDEXED } from '../../detections/indexable.js';
import type { ReadSiemRule } from './read-rule.js';

const LONGEST_PLACE = 500;
/** Of what holds a rule's alerts back. */
const [MOST_HELD, LONGEST_HELD] = [10, 300];

/** A rule with its texts as Postgres can have them, so that what is compared is what is stored. */
export function storableRule(rule: ReadSiemRule): ReadSiemRule {
  const { description, state, yaml } = rule;
  const query = storableText(rule.query);
  return {
    ...rule,
    key: indexableKey(storableText(rule.key)),
    name: storableText(rule.name, MAX_INDEXED),
    description: description === null ? null : storableText(description),
    place: storableText(rule.place, LONGEST_PLACE),
    query,
    // The same text once: of a rule in Sigma the query is the rule.
    yaml: yaml === query ? query : yaml,
    state: {
      ...state,
      failing: state.failing === null ? null : storableText(state.failing),
      heldBack: state.heldBack.slice(0, MOST_HELD).map((text) => storableText(text, LONGEST_HELD)),
    },
  };
}

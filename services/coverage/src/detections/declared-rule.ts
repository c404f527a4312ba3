import { currentId } from '@tripline/attack';
import { storableText } from '@tripline/service';
import { type Standing, standingOf } from './declared-standing.js';
import { indexableKey, MAX_INDEXED } from './indexable.js';
import type { SigmaRule } from './read-rules.js';

/** A rule that runs in a SIEM, as its owner declared it. */
export interface DeclaredRule {
  /** Identifies the rule among the account's declared rules: the SIEM and the rule's id. */
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly siem: string;
  /** Current ids of the techniques it is tagged with. */
  readonly techniques: readonly string[];
  /** Whether it counts. */
  readonly standing: Standing;
}

/** Turns a rule that was read into one declared to run in `siem`, for an account of a provider. */
export function declaredRule(rule: SigmaRule, siem: string, provider: string): DeclaredRule {
  const { description, id, techniques, title } = rule;
  return {
    key: indexableKey(`${siem}/${id}`),
    name: storableText(title, MAX_INDEXED),
    description: description === undefined ? null : storableText(description),
    siem,
    techniques: [...new Set(techniques.flatMap((tag) => currentId(tag) ?? []))],
    standing: standingOf(rule, provider),
  };
}

import { type ControlMapping, currentId, technique } from '@tripline/attack';
import { storableText } from '@tripline/service';
import type { DeclaredReads } from '../cloud/declared-reading.js';
import type { Basis } from '../cloud/detection-model.js';
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
  /** The rule of an imported SIEM that it is. */
  readonly siemRuleId?: string;
  /** The techniques that it is counted for. */
  readonly techniques: readonly DeclaredTechnique[];
  /** Whether it can count by itself. */
  readonly standing: Standing;
  readonly reads: DeclaredReads;
}

/** A technique of a declared rule, with what it rests on. */
interface DeclaredTechnique extends ControlMapping {
  readonly basis: Extract<Basis, 'query' | 'claimed'>;
}

/** Turns a rule that was read into one declared to run in `siem`. */
export function declaredRule(rule: SigmaRule, siem: string): DeclaredRule {
  const { description, id, reading, techniques, title } = rule;
  return {
    key: indexableKey(`${siem}/${id}`),
    name: storableText(title, MAX_INDEXED),
    description: description === undefined ? null : storableText(description),
    siem,
    techniques: techniquesOf([...new Set(techniques.flatMap((tag) => currentId(tag) ?? []))], reading.mappings),
    standing: standingOf(rule),
    reads: reading.reads,
  };
}

/**
 * The techniques of a rule: those that its events show by our table, and those that its author claims. Where both agree, the author's
 * word makes our own judgement surer, as strong as the table has it. What only the author says counts as partial at most.
 */
function techniquesOf(tags: readonly string[], shown: readonly ControlMapping[]): DeclaredTechnique[] {
  const byQuery = shown.map((mapping): DeclaredTechnique => {
    if (mapping.source !== 'inferred' || !tags.includes(mapping.techniqueId)) return { ...mapping, basis: 'query' };
    return {
      ...mapping,
      source: 'sigma',
      evidence: `${tagOf(mapping.techniqueId)}; ${mapping.evidence}`,
      basis: 'query',
    };
  });
  const known = new Set(shown.map(({ techniqueId }) => techniqueId));
  const claimed = tags
    .filter((tag) => !known.has(tag))
    .map((tag): DeclaredTechnique => {
      const below = shown.find(({ techniqueId }) => technique(techniqueId)?.parent === tag);
      return {
        ...{ techniqueId: tag, category: 'detect', source: 'sigma', strength: 'partial', supporting: true },
        ...(below === undefined
          ? { evidence: `${tagOf(tag)}; our table does not know this`, basis: 'claimed' }
          : { evidence: `${tagOf(tag)}; ${below.evidence}`, basis: 'query' }),
      };
    });
  return [...byQuery, ...claimed];
}

const tagOf = (id: string): string => `the rule's tag attack.${id.toLowerCase()}`;

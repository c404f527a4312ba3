import { tacticNamed } from '../catalogue/tactics.js';
import { withoutStart } from '../characters.js';
import { taggedTechnique } from '../model/attack-tags.js';

/** What a caller with an ATT&CK catalogue knows of a technique. */
export interface TechniqueFacts {
  readonly name: string;
  /** Short names of its tactics, `execution`. */
  readonly tactics: readonly string[];
}

interface Technique {
  readonly id: string;
  readonly name: string;
  readonly reference: string;
}

/** One entry of the `threat` list of a Kibana detection rule: a tactic with its techniques. */
export interface Threat {
  readonly framework: 'MITRE ATT&CK';
  readonly tactic: Technique;
  readonly technique: readonly (Technique & { readonly subtechnique: readonly Technique[] })[];
}

/**
 * The ATT&CK entries of a rule's tags (`attack.execution`, `attack.t1059.001`), by tactic. `facts` gives a technique's name and tactics;
 * without them its id is used as its name, under the rule's first tactic.
 */
export function threatOf(
  tags: readonly string[],
  facts: (id: string) => TechniqueFacts | undefined = () => undefined,
): readonly Threat[] {
  const tagged = tags
    .map((tag) => withoutStart(tag, 'attack.').replaceAll('_', '-'))
    .filter((tag) => tacticNamed(tag) !== undefined);
  const techniques = new Map<string, Set<string>>();
  for (const tag of tagged) techniques.set(tag, new Set());
  for (const tag of tags) {
    const id = taggedTechnique(tag);
    if (id === undefined) continue;
    const own = facts(id)?.tactics ?? [];
    const places = own.filter((tactic) => techniques.has(tactic));
    for (const tactic of places.length > 0 ? places : [tagged[0] ?? own[0]]) {
      if (tactic === undefined) continue;
      const ids = techniques.get(tactic) ?? new Set<string>();
      techniques.set(tactic, ids.add(id));
    }
  }
  return [...techniques].flatMap(([tactic, ids]) => threatEntry(tactic, ids, facts));
}

function threatEntry(
  tactic: string,
  ids: ReadonlySet<string>,
  facts: (id: string) => TechniqueFacts | undefined,
): readonly Threat[] {
  const known = tacticNamed(tactic);
  if (known === undefined) return [];
  const { id, name } = known;
  const parents = new Set([...ids].map((technique) => technique.slice(0, 5)));
  return [
    {
      framework: 'MITRE ATT&CK',
      tactic: { id, name, reference: `https://attack.mitre.org/tactics/${id}/` },
      technique: [...parents].map((parent) => ({
        ...techniqueEntry(parent, facts),
        subtechnique: [...ids]
          .filter((technique) => technique.startsWith(`${parent}.`))
          .map((sub) => techniqueEntry(sub, facts)),
      })),
    },
  ];
}

function techniqueEntry(id: string, facts: (id: string) => TechniqueFacts | undefined): Technique {
  return {
    id,
    name: facts(id)?.name ?? id,
    reference: `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`,
  };
}

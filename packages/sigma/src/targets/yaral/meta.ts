import { tacticNamed } from '../../catalogue/tactics.js';
import { withSingleBlanks } from '../../characters.js';
import { attackName, taggedTechnique } from '../../model/attack-tags.js';
import type { Level, SigmaHeader } from '../../model/rule.js';
import { quoted } from '../udm/literal.js';

const RISK_SCORES: Readonly<Record<Level, number>> = { informational: 10, low: 25, medium: 50, high: 75, critical: 95 };
/** The product's own score for a rule that alerts and has none. */
const DEFAULT_RISK_SCORE = 40;

/** The `$risk_score` of a rule of that level, 0 to 100. */
export function riskScore(level: Level | undefined): number {
  return level === undefined ? DEFAULT_RISK_SCORE : RISK_SCORES[level];
}

/** The lines of the meta section, `key = "value"`, without indentation. */
export function metaLines(header: SigmaHeader): readonly string[] {
  const tactics = new Set<string>();
  const techniques = new Set<string>();
  for (const tag of header.tags) {
    const name = attackName(tag);
    const tactic = name === undefined ? undefined : tacticNamed(name.replaceAll('_', '-'));
    const technique = taggedTechnique(tag);
    if (tactic !== undefined) tactics.add(tactic.id);
    else if (technique !== undefined) techniques.add(technique);
  }
  const lines: string[] = [];
  const add = (key: string, value: string | undefined) => {
    if (value === undefined) return;
    const text = withSingleBlanks(value);
    if (text !== '') lines.push(`${key} = ${quoted(text)}`);
  };
  add('author', header.author);
  add('title', header.title);
  add('description', header.description);
  add('rule_id', header.id);
  add('status', header.status);
  add('created', header.date);
  add('updated', header.modified);
  add('severity', header.level?.toUpperCase());
  add('tactic', [...tactics].join(', '));
  add('technique', [...techniques].join(', '));
  add('reference', header.references.join(', '));
  add('false_positives', header.falsepositives.join(', '));
  return lines;
}

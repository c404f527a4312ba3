import type { Level, SigmaHeader } from '../../model/rule.js';
import { quoted } from '../udm/literal.js';

/** ATT&CK tactic ids by the short name Sigma tags carry (ATT&CK 19; the names that Sigma's older tags still use included). */
const TACTICS: Readonly<Record<string, string>> = {
  reconnaissance: 'TA0043',
  'resource-development': 'TA0042',
  'initial-access': 'TA0001',
  execution: 'TA0002',
  persistence: 'TA0003',
  'privilege-escalation': 'TA0004',
  'defense-evasion': 'TA0005',
  stealth: 'TA0005',
  'defense-impairment': 'TA0112',
  'credential-access': 'TA0006',
  discovery: 'TA0007',
  'lateral-movement': 'TA0008',
  collection: 'TA0009',
  'command-and-control': 'TA0011',
  exfiltration: 'TA0010',
  impact: 'TA0040',
};

const RISK_SCORES: Readonly<Record<Level, number>> = { informational: 10, low: 25, medium: 50, high: 75, critical: 95 };
/** What the product itself gives a rule without a score that alerts. */
const DEFAULT_RISK_SCORE = 40;

/** The `$risk_score` of a rule of that level, 0 to 100. */
export function riskScore(level: Level | undefined): number {
  return level === undefined ? DEFAULT_RISK_SCORE : RISK_SCORES[level];
}

/** The lines of the meta section, `key = "value"`, without indentation. */
export function metaLines(header: SigmaHeader): readonly string[] {
  const tags = header.tags.map((tag) => tag.toLowerCase());
  const tactics = tags.flatMap((tag) => TACTICS[tag.replace(/^attack\./, '').replaceAll('_', '-')] ?? []);
  const techniques = tags.flatMap((tag) => /^attack\.(t\d{4}(?:\.\d{3})?)$/.exec(tag)?.[1]?.toUpperCase() ?? []);
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['author', header.author],
    ['title', header.title],
    ['description', header.description],
    ['rule_id', header.id],
    ['status', header.status],
    ['created', header.date],
    ['updated', header.modified],
    ['severity', header.level?.toUpperCase()],
    ['tactic', joined(tactics)],
    ['technique', joined(techniques)],
    ['reference', joined(header.references)],
    ['false_positives', joined(header.falsepositives)],
  ];
  return entries.flatMap(([key, value]) => {
    const text = value?.replaceAll(/\s+/g, ' ').trim();
    return text === undefined || text === '' ? [] : [`${key} = ${quoted(text)}`];
  });
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : [...new Set(values)].join(', ');
}

/** What of an Elastic rule a test chooses, beside its name and query. */
interface ElasticChoice {
  readonly techniques?: readonly string[];
  readonly [field: string]: unknown;
}

/** A rule as Kibana exports it. */
export function elasticRule(name: string, query: string, { techniques = [], ...fields }: ElasticChoice = {}) {
  const threat = techniques.map((id) => ({
    framework: 'MITRE ATT&CK',
    tactic: { id: 'TA0000', name: 'A tactic', reference: '' },
    technique: [
      id.includes('.')
        ? { id: id.slice(0, 5), name: 'A technique', subtechnique: [{ id, name: 'A sub-technique' }] }
        : { id, name: 'A technique' },
    ],
  }));
  return {
    ...{ rule_id: `id of ${name}`, name, description: `${name}.`, type: 'query', language: 'kuery', query },
    ...{ enabled: true, interval: '5m', from: 'now-6m', index: ['logs-aws.cloudtrail-*'], threat },
    ...fields,
  };
}

/** An NDJSON export with its summary at the end. */
export const ndjson = (rules: readonly object[]): string =>
  `${[...rules, { exported_count: rules.length, exported_rules_count: rules.length }].map((rule) => JSON.stringify(rule)).join('\n')}\n`;

import { type DeployOptions, deploy, parseSigma } from '@tripline/sigma';

const RULE = `title: Failed logon
id: 11111111-2222-4333-8444-555555555555
name: failed
level: high
description: Somebody tried.
author: Ann
references: [https://example.com/report]
falsepositives: [Forgotten passwords]
tags: [attack.t1110.003]
logsource: { product: windows, service: security }
detection: { sel: { EventID: 4625 }, condition: sel }
`;
const MANY = `---
title: Many
correlation: { type: event_count, rules: [failed], group-by: [TargetUserName], timespan: 10m, condition: { gte: 5 } }
`;

/** The actions of a monitor's only trigger. */
function actionsOf(yaml: string, options: DeployOptions = {}) {
  const collection = parseSigma(yaml);
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const [trigger] = JSON.parse(deploy(document, collection, 'opensearch-monitor', options).text).triggers;
  return (trigger.query_level_trigger ?? trigger.bucket_level_trigger).actions;
}

describe('a monitor of OpenSearch', () => {
  it('tells nobody without a channel', () => {
    expect(actionsOf(RULE)).toEqual([]);
  });

  it('tells the channel what was found, how bad it is and what may explain it, at most once for one event', () => {
    const [action, ...others] = actionsOf(RULE, { channel: 'soc-mail' });
    expect(others).toEqual([]);
    expect(action).toMatchObject({
      destination_id: 'soc-mail',
      subject_template: { source: 'Failed logon', lang: 'mustache' },
      throttle_enabled: true,
      throttle: { value: 15, unit: 'MINUTES' },
    });
    const { source } = action.message_template;
    for (const part of [
      '{{ctx.monitor.name}}\nSomebody tried.\nLevel: high\nATT&CK: T1110.003\nAuthor: Ann\n',
      'References: https://example.com/report\nFalse positives: Forgotten passwords\n',
      '11111111-2222-4333-8444-555555555555',
      'From {{ctx.periodStart}} to {{ctx.periodEnd}}\nEvents: {{ctx.results.0.hits.total.value}}\n',
    ])
      expect(source).toContain(part);
  });

  it('tells each new group once, by the values that it groups by', () => {
    const [action] = actionsOf(RULE + MANY, { channel: 'soc-mail' });
    expect(action).toMatchObject({
      throttle_enabled: false,
      action_execution_policy: { action_execution_scope: { per_alert: { actionable_alerts: ['NEW'] } } },
    });
    expect(action.message_template.source).toMatch(
      /\{\{#ctx\.newAlerts\}\}\n- \{\{bucket_keys\}\}\n\{\{\/ctx\.newAlerts\}\}$/,
    );
  });

  it('never takes a text of the rule as a variable of its message', () => {
    const hostile = RULE.replace('Failed logon', "'{{#ctx}} {{=<% %>=}} {{{ctx.results}}}'").replace(
      'tried.',
      '{{{{x}}}}',
    );
    const [{ subject_template, message_template }] = actionsOf(hostile, { channel: 'c' });
    expect(subject_template.source).not.toContain('{{');
    const variables: readonly string[] = message_template.source.match(/\{\{[^}]*\}\}/g);
    expect(variables.every((name) => /^\{\{[#/]?(?:ctx\.[\w.]+|_index|_id)\}\}$/.test(name))).toBe(true);
  });
});

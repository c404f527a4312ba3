import { type DeployOptions, deploy, parseSigma, type SigmaRule } from '@tripline/sigma';

function savedSearch(yaml: string): readonly string[] {
  const collection = parseSigma(yaml);
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  return deploy(document, collection, 'savedsearches').text.split('\n');
}

const RULE = `
title: Encoded [PowerShell] command
name: encoded
description: |
  Looks for an encoded command.
  Written C:\\
level: high
tags: [attack.execution, attack.t1059.001, attack.T1059.001, cve.2024-1]
logsource: { category: process_creation, product: windows }
detection:
  sel:
    CommandLine|re: ' -e[nc]* '
  condition: sel`;

describe('a Splunk saved search', () => {
  it('has no annotations where its rule names no technique', () => {
    expect(savedSearch(RULE.replace(/^tags.*\n/m, '')).join('\n')).not.toContain('annotations');
  });

  it('holds search, schedule, severity, description and ATT&CK techniques of the rule', () => {
    expect(savedSearch(RULE)).toEqual([
      '[Encoded PowerShell command]',
      'action.correlationsearch.annotations = {"mitre_attack":["T1059.001"]}',
      expect.stringMatching(/^action\.correlationsearch\.metadata = \{"detection_version":"[0-9a-f]{12}"\}$/),
      'alert.severity = 4',
      'alert.digest_mode = 0',
      'alert.suppress = 1',
      'alert.suppress.fields = host,CommandLine',
      'alert.suppress.period = 60m',
      'alert.track = 1',
      'counttype = number of events',
      'relation = greater than',
      'quantity = 0',
      'cron_schedule = */15 * * * *',
      'schedule_window = auto',
      'description = Looks for an encoded command. Written C:',
      'disabled = 1',
      'dispatch.earliest_time = -25m@m',
      'dispatch.latest_time = -10m@m',
      'enableSched = 1',
      'search = index="*" source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1\\',
      '| regex CommandLine=" -e[nc]* "',
      '',
    ]);
  });

  it('is a finding of Enterprise Security where that is asked for, or with the stack of its data models, and else a plain alert', () => {
    const collection = parseSigma(RULE);
    const settings = (options: DeployOptions) =>
      deploy(collection.documents[0] as SigmaRule, collection, 'savedsearches', options)
        .text.split('\n')
        .filter((line) => /^action\.(?:notable|correlationsearch\.(?:enabled|label))/.test(line));
    const finding = [
      'action.correlationsearch.enabled = 1',
      'action.correlationsearch.label = Encoded [PowerShell] command',
      'action.notable = 1',
      'action.notable.param.rule_title = Encoded [PowerShell] command',
      expect.stringMatching(/^action\.notable\.param\.rule_description = Looks for an encoded command\. /),
      expect.stringMatching(/^action\.notable\.param\.severity = (?:high|medium)$/),
    ];
    expect(settings({})).toEqual([]);
    expect(settings({ enterpriseSecurity: true })).toEqual(finding);
    expect(settings({ conversion: () => ({ stack: 'cim' }) })).toEqual(finding);
  });

  it('tells author, references and false positives in its description', () => {
    const about = 'author: A. Author\nreferences: [https://example.org/a]\nfalsepositives: [Administrators]';
    expect(savedSearch(`${RULE}\n${about}`)).toContain(
      'description = Looks for an encoded command. Written C:\\ | Author: A. Author | References: https://example.org/a | False positives: Administrators',
    );
  });

  it('alerts once in the window for the same values of what it groups by, or of the fields that it names', () => {
    const named = savedSearch(`${RULE}\nfields: [User, CommandLine]`);
    expect(named).toEqual(
      expect.arrayContaining([
        'alert.suppress = 1',
        'alert.suppress.fields = host,User,CommandLine',
        'alert.suppress.period = 60m',
      ]),
    );
    const counted = savedSearch(`${RULE}
---
title: Many
correlation: { type: event_count, rules: [encoded], group-by: [User], timespan: 2h, condition: { gte: 5 } }`);
    expect(counted).toEqual(expect.arrayContaining(['alert.suppress.fields = User', 'alert.suppress.period = 120m']));
    const tail = savedSearch(RULE.replace('condition: sel', 'condition: sel | count() by User > 5'));
    expect(tail).toContain('alert.suppress.fields = User');
  });

  it('alerts for a second user of a host, where the rule leaves no value open', () => {
    const exact = savedSearch(RULE.replace("CommandLine|re: ' -e[nc]* '", 'CommandLine: whoami'));
    expect(exact).toContain('alert.suppress.fields = host,User');
  });

  it('keeps apart who acted, where events are not those of a host, and never asks for a field that the rule wants absent', () => {
    const cloud = savedSearch(
      'title: A\nlogsource: {product: aws, service: cloudtrail}\ndetection: {s: {eventName: CreateUser}, condition: s}',
    );
    expect(cloud).toContain('alert.suppress.fields = host,userIdentity.arn,sourceIPAddress');
    const absent = savedSearch(
      RULE.replace('  condition: sel', '    User: null\n    Company|exists: false\n  condition: sel'),
    );
    expect(absent).toContain('alert.suppress.fields = host,CommandLine');
    const excluded = RULE.replace(
      '  condition: sel',
      "  f: {Company|exists: true}\n  g: {User: '*'}\n  condition: sel and not f and not g",
    );
    expect(savedSearch(excluded)).toContain('alert.suppress.fields = host,CommandLine');
  });

  it('has a name of its own where titles differ only beyond what Splunk keeps', () => {
    const named = (end: string) =>
      savedSearch(RULE.replace('Encoded [PowerShell] command', `${'Long '.repeat(20)}${end}`))[0];
    expect(named('proxy')?.length).toBeLessThanOrEqual(102);
    expect(named('proxy')).not.toBe(named('webserver'));
  });

  it('decides what must stay few only when the window is over', () => {
    const few = savedSearch(`${RULE}
---
title: Few
correlation: { type: event_count, rules: [encoded], group-by: [User], timespan: 2h, condition: { lt: 5 } }`);
    expect(few.slice(-4, -1)).toEqual(['| addinfo\\', '| where _time<=info_max_time-7200\\', '| fields - info_*']);
    expect(few).toContain('dispatch.earliest_time = -145m@m');
  });

  it('looks back as far as the timespan of what it counts', () => {
    const lines = savedSearch(`${RULE}
---
title: Many
correlation: { type: event_count, rules: [encoded], group-by: [User], timespan: 2h, condition: { gte: 5 } }`);
    expect(lines).toContain('dispatch.earliest_time = -145m@m');
    expect(lines).toContain('alert.severity = 3');
  });

  it('lets no title, description or value begin a setting of its own', () => {
    const hostile = JSON.stringify({
      title: 'x]\nsearch = | delete',
      description: 'y\r\nenableSched = 0\u2028z\\',
      logsource: { product: 'windows', category: 'process_creation' },
      tags: ['attack.t1059'],
      detection: { sel: { Image: 'a\nrealtime_schedule = 1' }, condition: 'sel' },
    });
    const lines = savedSearch(hostile);
    expect(lines[0]).toBe('[x search = | delete]');
    expect(keysOf(lines.slice(1))).toEqual(keysOf(savedSearch(RULE).slice(1)));
  });
});

/** The settings' names; a line behind a backslash belongs to the setting before it. */
function keysOf(lines: readonly string[]): readonly string[] {
  return lines.filter((_, index) => !lines[index - 1]?.endsWith('\\')).map((line) => line.split(' = ')[0] as string);
}

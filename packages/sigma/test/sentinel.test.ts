import {
  convert,
  parseSigma,
  type SigmaCorrelation,
  type SigmaRule,
  toSentinelArm,
  toSentinelYaml,
} from '@tripline/sigma';
import { load } from 'js-yaml';

const TEXT = `title: Encoded command
id: 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c
name: encoded_command
description: A shell was started with an encoded command.
level: critical
tags: [attack.execution, attack.t1059.001, attack.defense-evasion, car.2020-01-001]
logsource: {category: process_creation, product: windows}
detection:
  s: {Image|endswith: '\\powershell.exe', CommandLine|contains: ' -enc '}
  condition: s
---
title: Many encoded commands
correlation: {type: event_count, rules: [encoded_command], group-by: [Computer], timespan: 2h, condition: {gte: 5}}
`;

function documents(): readonly { readonly document: SigmaRule | SigmaCorrelation; readonly query: string }[] {
  const collection = parseSigma(TEXT);
  return collection.documents.flatMap((document) => {
    if (document.kind === 'filter') return [];
    const conversion = convert(document, collection, 'siem_kql');
    if (!conversion.ok) throw conversion.error;
    return [{ document, query: conversion.queries.join('\n') }];
  });
}

const [rule, correlation] = documents() as [ReturnType<typeof documents>[number], ReturnType<typeof documents>[number]];

test('a scheduled rule carries query, severity, schedule, tactics, techniques and sure entities', () => {
  expect(load(toSentinelYaml(rule.document, rule.query))).toEqual({
    id: '6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c',
    name: 'Encoded command',
    description: 'A shell was started with an encoded command.',
    severity: 'High',
    requiredDataConnectors: [],
    queryFrequency: '1h',
    queryPeriod: '1h',
    triggerOperator: 'gt',
    triggerThreshold: 0,
    tactics: ['Execution', 'DefenseEvasion'],
    relevantTechniques: ['T1059.001'],
    query: `${rule.query}\n`,
    entityMappings: [
      { entityType: 'Host', fieldMappings: [{ identifier: 'FullName', columnName: 'DeviceName' }] },
      { entityType: 'Account', fieldMappings: [{ identifier: 'FullName', columnName: 'AccountName' }] },
      { entityType: 'Process', fieldMappings: [{ identifier: 'CommandLine', columnName: 'ProcessCommandLine' }] },
    ],
    version: '1.0.0',
    kind: 'Scheduled',
  });
});

test('a counting rule looks back over two windows and maps no entity of summarised rows', () => {
  const written = load(toSentinelYaml(correlation.document, correlation.query)) as Record<string, unknown>;
  expect(written).toMatchObject({ queryFrequency: '1h', queryPeriod: '4h', severity: 'Medium', tactics: [] });
  expect(written).not.toHaveProperty('entityMappings');
});

test('the ARM template deploys the rule disabled under the same id each time', () => {
  const template = JSON.parse(toSentinelArm(correlation.document, correlation.query)) as {
    readonly resources: readonly { readonly name: string; readonly kind: string; readonly properties: object }[];
  };
  const [resource] = template.resources;
  expect(resource?.kind).toBe('Scheduled');
  expect(resource?.properties).toMatchObject({ enabled: false, queryPeriod: 'PT4H', triggerOperator: 'GreaterThan' });
  expect(resource?.name).toMatch(/SecurityInsights\/[0-9a-f-]{36}'\)\]$/);
  expect(toSentinelArm(correlation.document, correlation.query)).toBe(`${JSON.stringify(template, null, 2)}\n`);
});

test('sub-techniques stand beside their techniques in the ARM template', () => {
  expect(toSentinelArm(rule.document, rule.query)).toMatch(
    /"techniques": \[\s*"T1059"\s*\],\s*"subTechniques": \[\s*"T1059\.001"\s*\]/,
  );
});

test('refuses a query that Sentinel would refuse', () => {
  expect(() => toSentinelYaml(rule.document, 'x'.repeat(10_001))).toThrow(
    /10001 characters; Sentinel takes 1 to 10000/,
  );
  expect(() => toSentinelArm(rule.document, '')).toThrow(RangeError);
});

import { deploy, parseSigma, type SigmaRule } from '@tripline/sigma';

// An incident takes further alerts only where all entities agree, and two runs of one command have two process ids.
test.each([
  ['process_creation', 'CommandLine: x'],
  ['network_connection', 'DestinationPort: 1'],
  ['file_event', 'TargetFilename: x'],
  ['image_load', 'ImageLoaded: x'],
  ['registry_set', 'TargetObject: x'],
  ['dns_query', 'QueryName: x'],
])('a command that runs twice on one host is one incident: %s', (category, test) => {
  const logsource = `{product: windows, category: ${category}}`;
  const own = parseSigma(`title: A\nlogsource: ${logsource}\ndetection: {s: {${test}}, condition: s}`);
  const { resources } = JSON.parse(deploy(own.documents[0] as SigmaRule, own, 'sentinel-arm').text);
  const { entityMappings, incidentConfiguration } = resources[0].properties;
  expect(incidentConfiguration.groupingConfiguration).toMatchObject({ enabled: true, matchingMethod: 'AllEntities' });
  const entities: readonly { readonly fieldMappings: readonly { readonly identifier: string }[] }[] = entityMappings;
  const identifiers = entities.flatMap(({ fieldMappings }) => fieldMappings.map(({ identifier }) => identifier));
  expect(identifiers).toContain('CommandLine');
  expect(identifiers).not.toContain('ProcessId');
});

import { convert, logsourceOfEvent, parseSigma, type SigmaRule } from '@tripline/sigma';

/** Channels whose real name is not the one that Event Viewer and Sigma's documentation show. */
const CHANNELS = [
  ['security-mitigations', 'Microsoft-Windows-Security-Mitigations/KernelMode'],
  ['vhdmp', 'Microsoft-Windows-VHDMP-Operational'],
  ['dns-server-audit', 'Microsoft-Windows-DNSServer/Audit'],
  ['dns-server-analytic', 'Microsoft-Windows-DNSServer/Analytical'],
  ['dns-client', 'Microsoft-Windows-DNS-Client/Operational'],
  ['kernel-event-tracing', 'Microsoft-Windows-Kernel-EventTracing/Admin'],
  ['hyper-v-worker', 'Microsoft-Windows-Hyper-V-Worker-Admin'],
] as const;

test.each(CHANNELS)('%s is asked for and recognised by the name that its events carry', (service, channel) => {
  const collection = parseSigma(
    `title: A\nlogsource: {product: windows, service: ${service}}\ndetection: {sel: {EventID: 1}, condition: sel}\n`,
  );
  const rule = collection.documents[0] as SigmaRule;
  for (const target of ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_dql'] as const) {
    expect(convert(rule, collection, target)).toMatchObject({ ok: true, queries: [expect.stringContaining(channel)] });
  }
  expect(logsourceOfEvent({ Channel: channel, EventID: 1 })).toMatchObject({ product: 'windows', service });
});

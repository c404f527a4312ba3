import { type AdvisoryDocument, findEvidence, type GenerationResult, generate, read } from '@tripline/advisory';
import { parseSigma } from '@tripline/sigma';

const document = (text: string, contentType = 'text/markdown'): Promise<AdvisoryDocument> =>
  read(new TextEncoder().encode(text), { contentType, url: 'https://reports.slate-finch.example/otter-reed' });
const generated = async (text: string, contentType?: string): Promise<GenerationResult> =>
  generate(await document(text, contentType), { targets: ['siem_spl', 'siem_kql'] });

const SIGMA = `title: Otter Reed Loader Started By The Spooler
id: 3d6f1c52-0f0b-4c19-9a5e-6f6c3a2d9b41
status: test
license: MIT
references:
    - https://reports.slate-finch.example/otter-reed
author: R. Lindqvist (Slate Finch)
date: 2026-03-02
tags:
    - attack.execution
    - attack.t1059.003
logsource:
    category: process_creation
    product: windows
detection:
    selection:
        ParentImage|endswith: '\\spoolsv.exe'
        Image|endswith: '\\reedcfg.exe'
    filter:
        CommandLine|contains: '/printer-setup'
    condition: selection and not filter
falsepositives:
    - Printer drivers of the vendor
level: high`;

describe('a Sigma rule in a block of code', () => {
  const advisory = `# Otter Reed\n\nThe intruders planted a loader.\n\n## Detection\n\n\`\`\`yaml\n${SIGMA}\n\`\`\`\n`;

  test('is taken as its author wrote it: id, author, references and status stay, and its licence is told', async () => {
    const { rules, stats } = await generated(advisory);
    const rule = rules.find(({ key }) => key === '3d6f1c52-0f0b-4c19-9a5e-6f6c3a2d9b41');
    expect(rule).toMatchObject({
      title: 'Otter Reed Loader Started By The Spooler',
      platform: 'endpoint-sysmon',
      level: 'high',
      status: 'test',
      techniques: ['T1059.003'],
    });
    expect(rule?.yaml.trim()).toBe(SIGMA);
    expect(rule?.tests.match.length).toBeGreaterThan(0);
    expect(stats.publishedDetections).toEqual([
      {
        language: 'sigma',
        start: expect.any(Number),
        end: expect.any(Number),
        rules: [rule?.key],
        reasons: [],
        licence: 'MIT',
      },
    ]);
  });

  test('points every value at its place in the text', async () => {
    const doc = await document(advisory);
    const [rule] = generate(doc).rules.filter(({ title }) => title.startsWith('Otter Reed Loader'));
    const quotes = rule?.evidence.map((each) =>
      'quote' in each ? [each.field, each.quote, doc.text.slice(each.start, each.end)] : [],
    );
    expect(quotes).toEqual([
      ['ParentImage', '\\spoolsv.exe', '\\spoolsv.exe'],
      ['Image', '\\reedcfg.exe', '\\reedcfg.exe'],
      ['CommandLine', '/printer-setup', '/printer-setup'],
    ]);
  });

  test('that has a fault gives no rule and says which', async () => {
    const { rules, stats } = await generated(advisory.replace('selection and not filter', 'selektion'));
    expect(rules.filter(({ status }) => status === 'test')).toEqual([]);
    expect(stats.publishedDetections[0]?.reasons[0]).toContain('selektion');
  });

  test('without an id gets one, the same each time', async () => {
    const nameless = advisory.replace(/^id: .*\n/m, '');
    const [first, second] = [await generated(nameless), await generated(nameless)];
    expect(first.stats.publishedDetections[0]?.rules).toEqual(second.stats.publishedDetections[0]?.rules);
    expect(parseSigma(first.rules[0]?.yaml ?? '').errors).toEqual([]);
  });
});

const KQL = `DeviceProcessEvents
| where Timestamp > ago(14d)
| where InitiatingProcessFileName =~ "spoolsv.exe" and FileName =~ "reedcfg.exe"
| where ProcessCommandLine !contains "/printer-setup"
| project Timestamp, DeviceName`;

describe('a query', () => {
  test('in a block of code is read into a rule that keeps its exclusions and quotes its place', async () => {
    const doc = await document(`# Otter Reed\n\n## Loader started by the spooler\n\n\`\`\`kusto\n${KQL}\n\`\`\`\n`);
    const { rules, stats } = generate(doc);
    const [detection] = stats.publishedDetections;
    expect(doc.text.slice(detection?.start, detection?.end)).toBe(KQL);
    const rule = rules.find(({ key }) => key === detection?.rules[0]);
    expect(rule).toMatchObject({ title: 'Loader started by the spooler', platform: 'endpoint-sysmon' });
    expect(rule?.description).toContain(`a query in KQL, at characters ${detection?.start} to ${detection?.end}`);
    expect(parseSigma(rule?.yaml ?? '').documents[0]).toMatchObject({
      author: 'Tripline, after a query of reports.slate-finch.example',
      references: ['https://reports.slate-finch.example/otter-reed'],
      conditions: [{ source: 'selection and not filter' }],
    });
  });

  test('is not called by the end of the query before it', async () => {
    const fenced = (query: string): string => `\`\`\`\n${query}\n\`\`\`\n\n`;
    const { rules } = await generated(
      `# Otter Reed\n\n${fenced('event.action:rename AND file.extension:reedlock')}${fenced('index=web url="*/reed-admin*" status=200')}`,
    );
    expect(rules.map(({ title }) => title)).toContain('Webserver Hunt - /reed-admin');
  });

  test('in one line of a scrape ends where the prose goes on', async () => {
    const line = `Hunting queries Look for the loader: ${KQL.replace(/\n/g, ' ')} Slate Finch thanks its readers for their reports about this loader.`;
    const doc = await document(`Otter Reed\n\n${line}\n`, 'text/plain');
    const { stats, rules } = generate(doc);
    const [detection] = stats.publishedDetections;
    expect(doc.text.slice(detection?.start, detection?.end)).toBe(KQL.replace(/\n/g, ' '));
    expect(rules.map(({ title }) => title)).toContain('Hunting queries Look for the loader');
  });

  test('with constants, curly quotes and a comment joined to its line is read', async () => {
    const query =
      'let tools = dynamic([“reedcfg.exe”]); DeviceProcessEvents | where FileName in~ (tools) // the loader | where ProcessCommandLine has “/install”';
    const { stats } = await generated(`Otter Reed\n\nHunt: ${query}\n`, 'text/plain');
    expect(stats.publishedDetections).toMatchObject([{ language: 'kql', rules: [expect.any(String)] }]);
  });

  test.each([
    [
      'SPL',
      'spl',
      'sourcetype="WinEventLog:Security" EventCode=4688 NewProcessName="*\\\\reedcfg.exe" NOT ParentProcessName="*\\\\setup.exe"',
    ],
    [
      'EQL',
      'eql',
      'process where host.os.type == "windows" and process.name : "reedcfg.exe" and not process.parent.name : "setup.exe"',
    ],
    [
      'Lucene',
      'lucene',
      'event.category:process AND event.type:start AND process.name:"reedcfg.exe" AND NOT process.parent.name:"setup.exe"',
    ],
  ])('in %s is read from a block of code', async (_, language, query) => {
    const { stats } = await generated(`# Otter Reed\n\nHunt for the loader:\n\n\`\`\`\n${query}\n\`\`\`\n`);
    expect(stats.publishedDetections).toMatchObject([{ language, rules: [expect.any(String)] }]);
  });

  test('that counts events gives no rule, and what reads it is told', async () => {
    const query =
      'DeviceProcessEvents\n| where FileName =~ "reedcfg.exe"\n| summarize n = count() by DeviceId\n| where n > 5';
    const { stats, rules } = await generated(`# Otter Reed\n\n\`\`\`\n${query}\n\`\`\`\n`);
    expect(stats.publishedDetections).toMatchObject([
      { language: 'kql', rules: [], reasons: [expect.stringContaining('`tripline convert --from`')] },
    ]);
    expect(rules).toEqual([]);
  });
});

describe('a rule for a log that belongs to no platform', () => {
  const rule = SIGMA.replace('    category: process_creation\n    product: windows', '    category: proxy')
    .replace("ParentImage|endswith: '\\spoolsv.exe'", 'c-useragent: reedcfg')
    .replace("Image|endswith: '\\reedcfg.exe'", 'c-uri|contains: /reed/cfg')
    .replace("CommandLine|contains: '/printer-setup'", 'cs-method: HEAD');
  const advisory = `# Otter Reed\n\nThe intruders planted a loader.\n\n\`\`\`yaml\n${rule}\n\`\`\`\n`;

  test('is taken under its log', async () => {
    const { rules } = await generated(advisory);
    expect(rules).toMatchObject([{ platform: null, log: 'network/proxy', title: expect.stringContaining('Otter') }]);
  });

  test('comes with platforms that were asked for only where its log was asked for too', async () => {
    const doc = await document(advisory);
    const options = { platforms: ['endpoint-sysmon'], targets: ['siem_spl'] } as const;
    expect(generate(doc, options).rules).toEqual([]);
    expect(generate(doc, { ...options, logs: ['network/proxy'] }).rules).toHaveLength(1);
  });
});

test('what a detection looks for is no command of the intruder', async () => {
  const command = 'vssadmin.exe delete shadows /all /quiet';
  const query = `DeviceProcessEvents\n| where ProcessCommandLine contains "${command}"`;
  const doc = await document(`# Otter Reed\n\nThe report has a query.\n\n\`\`\`\n${query}\n\`\`\`\n`);
  expect(findEvidence(doc).behaviours).toEqual([]);
  const told = await document(`# Otter Reed\n\nThe intruders ran \`${command}\`.\n\n\`\`\`\n${query}\n\`\`\`\n`);
  expect(findEvidence(told).behaviours.length).toBeGreaterThan(0);
});

test('Falcon queries and YARA rules are named as what they are and give no rule', async () => {
  const falcon = '#event_simpleName=ProcessRollup2 ImageFileName=/reedcfg/i | groupBy([aid])';
  const yara = 'rule otter_reed {\n  strings:\n    $a = "reedcfg"\n  condition:\n    $a\n}';
  const { stats, rules } = await generated(
    `# Otter Reed\n\n\`\`\`\n${falcon}\n\`\`\`\n\nAnd:\n\n\`\`\`\n${yara}\n\`\`\`\n`,
  );
  expect(stats.publishedDetections).toMatchObject([
    { language: 'falcon', rules: [], reasons: ['Queries of CrowdStrike Falcon are not read.'] },
    { language: 'yara', rules: [], reasons: ['YARA rules look at files, which no log of ours holds.'] },
  ]);
  expect(rules).toEqual([]);
});

test('a text of nothing but beginnings of queries is read in time', async () => {
  const doc = await document(`${'DeviceEvents | where x\n\n'.repeat(20_000)}`, 'text/plain');
  expect(findEvidence(doc).published.length).toBeGreaterThan(1000);
});

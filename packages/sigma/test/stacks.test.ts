import { isTargetId, listStacks, TARGET_IDS } from '@tripline/sigma';
import { conversionOf, ruleWith } from './support/pipeline.js';

const SHELL = ruleWith("{ Image|endswith: '\\cmd.exe' }");

function query(target: string, options: Parameters<typeof conversionOf>[2], rule = SHELL): string {
  if (!isTargetId(target)) throw new Error(target);
  const made = conversionOf(rule, target, options);
  if (!made.ok) throw made.error;
  return made.queries.join('\n');
}

describe('named stacks', () => {
  it.each(TARGET_IDS)('of %s have one default, which is what comes out without a stack', (target) => {
    const defaults = listStacks(target).filter((stack) => stack.default);
    expect(defaults).toHaveLength(1);
    expect(query(target, { stack: defaults[0]?.id as string })).toBe(query(target, {}));
  });

  it('say what data they are for', () => {
    for (const { title, data, target } of listStacks()) {
      expect(title).not.toBe('');
      expect(data).toMatch(/\.$/);
      expect(TARGET_IDS).toContain(target);
    }
  });

  it.each([
    [
      'siem_spl',
      'windows_classic',
      'source="WinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 Image="*\\\\cmd.exe"',
    ],
    ['siem_spl', 'cim', 'tag=process tag=report process_path="*\\\\cmd.exe"'],
    [
      'siem_kql',
      'defender_xdr',
      'DeviceProcessEvents\n| extend TimeGenerated = Timestamp\n| where ActionType == "ProcessCreated"\n| where FolderPath endswith @"\\cmd.exe"',
    ],
    [
      'siem_kql',
      'security_event',
      'SecurityEvent\n| where EventID == 4688\n| where NewProcessName endswith @"\\cmd.exe"',
    ],
    [
      'siem_kql',
      'windows_event',
      'WindowsEvent\n| where Provider == "Microsoft-Windows-Sysmon" and EventID == 1\n| extend Image = tostring(EventData.Image)\n| where Image endswith @"\\cmd.exe"',
    ],
    ['siem_kql', 'asim', 'imProcessCreate\n| where TargetProcessName endswith @"\\cmd.exe"'],
    [
      'siem_lucene',
      'winlogbeat',
      'winlog.channel:"Microsoft-Windows-Sysmon/Operational" AND event.code:1 AND process.executable:/.*\\\\[Cc][Mm][Dd]\\.[Ee][Xx][Ee]/',
    ],
    [
      'siem_lucene',
      'elastic_defend',
      'data_stream.dataset:endpoint.events.process AND event.type:start AND host.os.type:windows AND process.executable:/.*\\\\[Cc][Mm][Dd]\\.[Ee][Xx][Ee]/',
    ],
  ])('%s %s reads its own data', (target, stack, expected) => {
    expect(query(target, { stack })).toBe(expected);
  });

  it('that are unknown are refused with a list of those there are', () => {
    const made = conversionOf(SHELL, 'siem_lucene', { stack: 'asim' });
    expect(!made.ok && made.error).toMatchObject({
      code: 'UnknownStack',
      message: 'siem_lucene has no stack "asim"; it has elastic_agent, elastic_defend, winlogbeat',
    });
  });

  it('note a log source that they leave as in the default, which loses nothing', () => {
    const rule =
      'title: T\nlogsource: { product: aws, service: cloudtrail }\ndetection: { s: { eventName: X }, condition: s }';
    const made = conversionOf(rule, 'siem_kql', { stack: 'asim', strict: true });
    expect(made.ok && made.notes).toEqual([expect.objectContaining({ code: 'stack_default' })]);
  });

  it('find the files that Elastic Defend calls overwritten, and say that on macOS it has one event for created and changed ones', () => {
    const made = (logsource: string) =>
      conversionOf(
        `title: T\nlogsource: ${logsource}\ndetection: { s: { TargetFilename: x }, condition: s }`,
        'siem_lucene',
        {
          stack: 'elastic_defend',
        },
      );
    const changed = made('{ product: windows, category: file_change }');
    expect(changed.ok && changed.queries[0]).toContain('event.action:(modification OR overwrite)');
    const created = made('{ product: macos, category: file_event }');
    expect(created.ok && created.queries[0]).toContain('event.action:(creation OR modification)');
    expect(created.ok && created.notes).toContainEqual(expect.objectContaining({ code: 'unmapped_logsource' }));
  });

  it.each(['file_event', 'network_connection', 'dns_query', 'registry_set', 'image_load', 'process_creation'])(
    'look at their own data for a rule on %s that names no product',
    (category) => {
      const rule = ruleWith('{ Image: a }').replace(/^logsource:.*$/m, `logsource: { category: ${category} }`);
      expect(query('siem_lucene', { stack: 'elastic_defend' }, rule)).toMatch(
        /^data_stream\.dataset:endpoint\.events\./,
      );
    },
  );

  it('look for the numbers of the registry as Elastic Defend writes them, and note what only Sysmon spells so', () => {
    const made = (details: string) =>
      conversionOf(
        `title: T\nlogsource: { product: windows, category: registry_set }\ndetection: { s: { Details: ${details} }, condition: s }`,
        'siem_lucene',
        { stack: 'elastic_defend' },
      );
    const number = made('DWORD (0x00000001)');
    expect(number.ok && number.queries[0]).toMatch(/registry\.data\.strings:1$/);
    expect(number.ok && number.notes.map(({ code }) => code)).toEqual(['query_syntax']);
    const binary = made('Binary Data');
    expect(binary.ok && binary.notes).toContainEqual(expect.objectContaining({ code: 'unsure_field' }));
  });

  it('note that normalised data does not tell operating systems apart', () => {
    for (const [target, stack] of [
      ['siem_spl', 'cim'],
      ['siem_kql', 'asim'],
    ] as const) {
      const made = conversionOf(SHELL, target, { stack });
      expect(made.ok && made.notes).toContainEqual(expect.objectContaining({ code: 'unsure_field' }));
    }
  });
});

describe('the place of the data', () => {
  it('is an index and a source type in Splunk, with and without built-in maps', () => {
    expect(query('siem_spl', { index: 'win', sourcetype: 'xml' })).toBe(
      'index="win" sourcetype="xml" source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 Image="*\\\\cmd.exe"',
    );
    expect(query('siem_spl', { index: 'win', pipeline: 'none' })).toBe('index="win" Image="*\\\\cmd.exe"');
  });

  it('is a table in KQL, with and without built-in maps', () => {
    expect(query('siem_kql', { table: 'Mine_CL' })).toMatch(/^Mine_CL\n\| where ActionType == "ProcessCreated"/);
    expect(query('siem_kql', { table: 'Mine_CL', pipeline: 'none' })).toBe(
      'Mine_CL\n| where Image endswith @"\\cmd.exe"',
    );
    const made = conversionOf(SHELL, 'siem_kql', { table: 'a | take 1' });
    expect(!made.ok && made.error.code).toBe('InvalidField');
  });
});

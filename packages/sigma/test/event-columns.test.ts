import {
  coversEvents,
  createEventReader,
  logsourceOfEvent,
  matchRule,
  parseSigma,
  type SigmaRule,
} from '@tripline/sigma';

/** Whether a rule is for the row of a table and finds it. */
function finds(logsource: string, item: string, row: Readonly<Record<string, unknown>>): boolean {
  const collection = parseSigma(`title: A\nlogsource: ${logsource}\ndetection: { s: { ${item} }, condition: s }\n`);
  const rule = collection.documents[0] as SigmaRule;
  const [shaped] = createEventReader({ as: 'sentinel' })(row);
  if (shaped === undefined) throw new Error('the row is not read');
  const told = logsourceOfEvent(shaped.event);
  return told !== undefined && coversEvents(rule.logsource, told) && matchRule(rule, shaped.event).matched;
}

const RUN = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run';
const SET = { Type: 'DeviceRegistryEvents', ActionType: 'RegistryValueSet', RegistryValueName: 'heron' };
const LOG = '{ product: windows, category: registry_set }';

describe('a row of which a rule asks for what several columns say', () => {
  it.each([
    ["TargetObject: 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run\\heron'", { ...SET, RegistryKey: RUN }],
    ["TargetObject|contains: '\\CurrentVersion\\Run\\'", { ...SET, RegistryKey: RUN }],
    ["TargetObject|endswith: '\\Run\\(Default)'", { ...SET, RegistryKey: RUN, RegistryValueName: '' }],
    [
      "TargetObject|startswith: 'HKU\\S-1-5-21-1\\'",
      { ...SET, RegistryKey: 'HKEY_CURRENT_USER\\S-1-5-21-1\\SOFTWARE\\X' },
    ],
    [
      "TargetObject|contains: '\\CurrentControlSet\\Services\\'",
      { ...SET, RegistryKey: 'HKEY_LOCAL_MACHINE\\SYSTEM\\ControlSet001\\Services\\x' },
    ],
  ])('has the key of the registry with its value, as Sysmon writes it: %s', (item, row) => {
    expect(finds(LOG, item, row)).toBe(true);
  });

  it('is not found by its value alone, where its key is another', () => {
    expect(finds(LOG, "TargetObject|contains: '\\CurrentVersion\\Run\\'", { ...SET, RegistryKey: `${RUN}Once` })).toBe(
      false,
    );
  });

  it('has the whole address that a web server was asked for', () => {
    const row = { Type: 'W3CIISLog', csUriStem: '/shell.aspx', csUriQuery: 'cmd=whoami' };
    expect(finds('{ category: webserver }', "cs-uri: '/shell.aspx?cmd=whoami'", row)).toBe(true);
    expect(finds('{ category: webserver }', "cs-uri: '/shell.aspx'", { ...row, csUriQuery: '' })).toBe(true);
  });
});

import { compileLogs, isDeed, isThing } from '@tripline/telemetry';

/** A log that is right, with one row. */
const RIGHT = {
  name: 'Example',
  log: { product: 'windows', category: 'file_event' },
  'comes-from': ['Sysmon event 11'],
  attack: ['File Creation'],
  everyday: 'heavy',
  kept: 'often',
  channels: ['Microsoft-Windows-Sysmon/Operational'],
  'event-ids': [11],
  with: { process: { selection: { 'Image|endswith': '\\{value}' }, proof: 'a.exe' } },
  event: { Image: 'C:\\a.exe' },
};
const ROW = {
  title: 'File written',
  thing: 'file-path',
  deed: ['written'],
  selection: { TargetFilename: '{value}' },
  with: { 'acting-account': { User: '{value}' } },
  proof: {
    value: 'C:\\b.txt',
    with: { 'acting-account': 'ana' },
    match: { TargetFilename: 'C:\\b.txt', User: 'ana' },
    'no-match': { TargetFilename: 'C:\\b.txt.bak' },
  },
};
const compiled = (content: object): string => compileLogs([{ name: 'windows/example', content }]);
const withLog = (changes: object) => (): string => compiled({ ...RIGHT, shows: [ROW], ...changes });
const withRow = (changes: object) => (): string => compiled({ ...RIGHT, shows: [{ ...ROW, ...changes }] });
const withProof = (changes: object) => withRow({ proof: { ...ROW.proof, ...changes } });
const AT_ROW = 'logs/windows/example.yaml, row "File written": ';

describe('compiling the table', () => {
  it('keeps the rows with what narrows them, and leaves the proofs out', () => {
    const { logs } = JSON.parse(withLog({})());
    expect(logs).toEqual([
      {
        id: 'windows/example',
        name: 'Example',
        logsource: { product: 'windows', category: 'file_event' },
        comesFrom: ['Sysmon event 11'],
        attack: ['File Creation'],
        everyday: 'heavy',
        kept: 'often',
        channels: ['Microsoft-Windows-Sysmon/Operational'],
        eventIds: [11],
        rows: [
          {
            id: 'windows/example/file-written',
            log: 'windows/example',
            title: 'File written',
            thing: 'file-path',
            deed: ['written'],
            usual: false,
            open: false,
            everyday: 'heavy',
            selection: { TargetFilename: '{value}' },
            with: { 'acting-account': { User: '{value}' }, process: { 'Image|endswith': '\\{value}' } },
          },
        ],
      },
    ]);
  });

  it('takes a log source that Sigma lacks, where its file says why and names all its fields', () => {
    const unlisted = {
      log: { category: 'email' },
      channels: undefined,
      'event-ids': undefined,
      unlisted: 'Sigma has no mail.',
    };
    const fields = ['TargetFilename', 'User', 'Image'];
    expect(withLog({ ...unlisted, fields })).not.toThrow();
    expect(withLog({ ...unlisted, fields: ['User'] })).toThrow('the field Image, which no public rule');
  });

  it('leaves out what the events of a row do not have of what narrows the others', () => {
    const rows = JSON.parse(withLog({ shows: [{ ...ROW, without: ['process'] }] })()).logs[0].rows;
    expect(Object.keys(rows[0].with)).toEqual(['acting-account']);
  });

  it('takes how much an ordinary day brings of a row from the row, else from its log', () => {
    const rows = JSON.parse(withLog({ shows: [{ ...ROW, everyday: 'none' }] })()).logs[0].rows;
    expect(rows[0].everyday).toBe('none');
  });

  it('orders logs by their ids', () => {
    const content = { ...RIGHT, shows: [ROW] };
    const text = compileLogs([
      { name: 'b/x', content },
      { name: 'a/x', content },
    ]);
    expect(JSON.parse(text).logs.map(({ id }: { id: string }) => id)).toEqual(['a/x', 'b/x']);
  });

  it.each([
    ['an unknown field', { colour: 'red' }, 'has an unknown field colour. Known are name, log'],
    ['a missing field', { name: undefined }, 'lacks name. Add name'],
    [
      'a log source that the taxonomy lacks',
      { log: { product: 'windows', category: 'file_evnt' } },
      'there is no log source',
    ],
    [
      'an unknown part of a log source',
      { log: { product: 'windows', channel: 'x' } },
      'log has an unknown field channel',
    ],
    ['a data component that ATT&CK lacks', { attack: ['File Creations'] }, 'has no data component File Creations'],
    ['an unknown amount', { everyday: 'much' }, 'everyday cannot be "much". It is one of none, some, heavy'],
    ['an unknown spread', { kept: 'always' }, 'kept cannot be "always"'],
    ['a channel of another log', { channels: ['Security'] }, 'are not of this log source'],
    ['an id of another category', { 'event-ids': [1] }, 'are not of this log source'],
    ['ids that are no numbers', { 'event-ids': ['11'] }, 'event-ids is no list of numbers'],
    ['a field of its own that the taxonomy has', { fields: ['Image'] }, 'fields has Image, which the taxonomy has too'],
    ['rows that are no list', { shows: {} }, 'shows is no list'],
    [
      'a shared thing without proof',
      { with: { process: { selection: { Image: '{value}' } } } },
      'with process lacks proof',
    ],
    [
      'a field twice among what narrows all rows',
      {
        with: {
          process: RIGHT.with.process,
          'file-name': { selection: RIGHT.with.process.selection, proof: 'a.exe' },
        },
      },
      'with has Image|endswith twice',
    ],
    ['two rows of a title', { shows: [ROW, ROW] }, 'another row has this title'],
  ])('refuses %s', (_, changes, message) => {
    expect(withLog(changes)).toThrow('logs/windows/example.yaml');
    expect(withLog(changes)).toThrow(message);
  });

  it.each([
    ['an unknown field', { platform: 'windows' }, 'the row has an unknown field platform'],
    ['an unknown thing', { thing: 'file' }, 'the unknown thing "file". Things are file-path'],
    ['an unknown deed', { deed: ['wrote'] }, 'deed cannot be "wrote". It is one of created'],
    ['no deed', { deed: [] }, 'deed is empty'],
    [
      'a field of no public rule',
      { selection: { TargetFileName: '{value}' } },
      'the field TargetFileName, which no public rule',
    ],
    [
      'a modifier that changes what a value means',
      { selection: { 'TargetFilename|re': '{value}' } },
      'the modifier re',
    ],
    ['no slot', { selection: { TargetFilename: 'a' } }, 'has no slot {value}'],
    ['two slots', { selection: { TargetFilename: '{value}', Image: '{value}' } }, 'more than one field with the slot'],
    ['an unknown slot', { selection: { TargetFilename: '{value}{ending}' } }, 'the unknown slot {ending}'],
    [
      'a name that the thing does not have',
      { selection: { TargetFilename: '{name}{value}' } },
      'file-path has no name',
    ],
    ['an empty value', { selection: { TargetFilename: '{value}', Image: '' } }, 'an empty value of Image'],
    [
      'a value that is no scalar',
      { selection: { TargetFilename: '{value}', Image: { a: 1 } } },
      'is no text, number or truth',
    ],
    ['usual that is no truth', { usual: 'yes' }, 'usual is neither true nor false'],
    ['an unknown amount', { everyday: 'much' }, 'everyday cannot be "much"'],
    ['open that is no truth', { open: 1 }, 'open is neither true nor false'],
    ['an unknown thing to narrow by', { with: { who: { User: '{value}' } } }, 'with has the unknown thing "who"'],
    ['a thing left out that the log does not have', { without: ['port'] }, 'without has port, by which the log'],
    ['a field twice', { with: { 'file-name': { TargetFilename: '{value}' } } }, 'which the row has already'],
  ])('refuses a row with %s', (_, changes, message) => {
    expect(withRow(changes)).toThrow(AT_ROW);
    expect(withRow(changes)).toThrow(message);
  });

  it.each([
    ['no event that matches', { match: { TargetFilename: 'C:\\c.txt', User: 'ana' } }, 'its rule does not match'],
    ['an event that matches and must not', { 'no-match': { TargetFilename: 'C:\\b.txt' } }, 'its rule matches {'],
    ['an event that is none', { match: 'C:\\b.txt' }, 'match is no map'],
    ['no events', { match: [] }, 'match has no event'],
    ['no value for what narrows it', { with: {} }, 'proof has no value for it'],
    [
      'a value for what does not narrow it',
      { with: { 'acting-account': 'ana', port: 1 } },
      'a value for port, which the row does not narrow by',
    ],
    [
      'a value for what narrows it that no event has',
      { with: { 'acting-account': 'bea' } },
      'with acting-account {"value":"bea"} does not match',
    ],
    ['a value that is no text', { value: true }, 'that is no text or number'],
    ['a missing part', { 'no-match': undefined }, 'proof lacks no-match'],
  ])('refuses a proof with %s', (_, changes, message) => {
    expect(withProof(changes)).toThrow(AT_ROW);
    expect(withProof(changes)).toThrow(message);
  });

  it('refuses a proof whose other events have nothing to do with the value', () => {
    const selection = { 'TargetFilename|endswith': '{value}' };
    const proof = { ...ROW.proof, 'no-match': { TargetFilename: 'C:\\other' } };
    expect(withRow({ selection, proof })).toThrow('no event of no-match holds the value');
  });

  it('refuses two rows of a thing and a product that are both open', () => {
    const other = { ...ROW, title: 'Another', open: true };
    expect(withLog({ shows: [{ ...ROW, open: true }, other] })).toThrow(
      'row "Another": windows/example/file-written is open too for file-path. Leave open at one of them.',
    );
  });

  it('wants a name of things that have one', () => {
    const parameter = { thing: 'url-parameter', with: {}, selection: { 'TargetFilename|contains': '{name}={value}' } };
    const proof = { value: '7', match: { TargetFilename: 'a=7' }, 'no-match': { TargetFilename: '7' } };
    expect(withRow({ ...parameter, proof })).toThrow('has no name');
    expect(withRow({ ...parameter, proof: { ...proof, name: 'a' } })).not.toThrow();
    expect(withRow({ ...parameter, selection: { TargetFilename: '{value}' }, proof })).toThrow('lacks the slot {name}');
  });

  it('knows its vocabulary', () => {
    expect([isThing('url'), isThing('toString'), isDeed('created'), isDeed('constructor')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

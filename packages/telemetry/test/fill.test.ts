import { fillSelection, fillValues, loadLogs, logById, logOfSource, type Row, rowsFor } from '@tripline/telemetry';

const row: Row = {
  id: 'windows/example/file',
  log: 'windows/example',
  title: 'File',
  thing: 'file-path',
  deed: ['created'],
  usual: true,
  open: true,
  everyday: 'heavy',
  selection: { EventID: 11, 'TargetFilename|endswith': '\\{value}' },
  with: {
    port: { DestPort: '{value}' },
    'cloud-parameter': { 'requestParameters.{name}': '{value}' },
    'url-parameter': { 'c-uri|contains': '{name}={value}' },
    'command-line': { 'CommandLine|contains|all': ['-k', '{value}'] },
  },
};

describe('filling a row', () => {
  it('escapes what Sigma reads as a wildcard, and nothing else', () => {
    expect(fillSelection(row, { value: 'a*b?c\\d' })).toEqual({
      EventID: 11,
      'TargetFilename|endswith': '\\a\\*b\\?c\\d',
    });
    expect(fillSelection(row, { value: '*x' })).toEqual({ EventID: 11, 'TargetFilename|endswith': '\\\\\\*x' });
  });

  it('makes a list of alternatives', () => {
    expect(fillSelection(row, { value: ['a.exe', 'b.exe'] })['TargetFilename|endswith']).toEqual([
      '\\a.exe',
      '\\b.exe',
    ]);
  });

  it('leaves open what lies between the parts of a value', () => {
    const filled = fillSelection(row, { value: { parts: ['Users\\', '\\reports*.txt'] } });
    expect(filled['TargetFilename|endswith']).toBe('\\Users\\\\*\\reports\\*.txt');
  });

  it('asks for one character between parts that differ by one each', () => {
    const filled = fillSelection(row, { value: { parts: ['Fen?', '', ''], isByCharacter: true } });
    expect(filled['TargetFilename|endswith']).toBe('\\Fen\\???');
  });

  it('narrows by things of the same deed, writes numbers as numbers, and takes values that look like slots', () => {
    const filled = fillSelection(row, {
      value: '{name}',
      with: {
        port: { value: '443' },
        'url-parameter': { name: 'id', value: '{value}' },
        'command-line': { value: '{name}' },
      },
    });
    expect(filled).toEqual({
      EventID: 11,
      'TargetFilename|endswith': '\\{name}',
      DestPort: 443,
      'c-uri|contains': 'id={value}',
      'CommandLine|contains|all': ['-k', '{name}'],
    });
  });

  it('takes several values of a thing that must all hold', () => {
    const parameters = [
      { name: 'attribute', value: 'userData' },
      { name: 'instanceId', value: ['i-1', 'i-2'] },
    ];
    expect(fillSelection(row, { value: 'a', with: { 'cloud-parameter': parameters } })).toMatchObject({
      'requestParameters.attribute': 'userData',
      'requestParameters.instanceId': ['i-1', 'i-2'],
    });
  });

  it.each([
    [
      'two things that ask for the same',
      {
        value: 'a',
        with: {
          'cloud-parameter': [
            { name: 'b', value: '1' },
            { name: 'b', value: '2' },
          ],
        },
      },
      'asks for requestParameters.b',
    ],
    ['an empty value', { value: ' ' }, 'is empty'],
    ['no value', { value: [] }, 'has no value'],
    ['parts that say nothing', { value: { parts: ['', ' '] } }, 'of which none says anything'],
    ['one part', { value: { parts: ['a'] } }, 'of which none says anything'],
    ['a text for a number', { value: 'a', with: { port: { value: 'https' } } }, 'must be a whole number'],
    ['a thing that it does not narrow by', { value: 'a', with: { mutex: { value: 'm' } } }, 'has no mutex'],
    ['no name where one is needed', { value: 'a', with: { 'url-parameter': { value: '1' } } }, 'has no name'],
    [
      'a name that would be a modifier',
      { value: 'a', with: { 'url-parameter': { name: 'x|re', value: '1' } } },
      'cannot have the name',
    ],
    [
      'alternatives where all must hold',
      { value: 'a', with: { 'command-line': { value: ['x', 'y'] } } },
      'once for each value',
    ],
  ])('refuses %s', (_, values, message) => {
    expect(() => fillSelection(row, values)).toThrow(message);
  });
});

describe('the table', () => {
  it('finds a log by its id', () => {
    expect(logById('windows/security')).toMatchObject({
      logsource: { product: 'windows', service: 'security' },
      channels: ['Security'],
    });
    expect(logById('windows/nothing')).toBeUndefined();
    expect(loadLogs().map(({ id }) => id)).toContain('aws/cloudtrail');
  });

  it('gives the rows of a thing and a deed, the usual choice first', () => {
    const logs = rowsFor('file-path', 'written').map(({ log }) => log);
    expect(logs.slice(0, 3).sort()).toEqual(['linux/file-event', 'macos/file-event', 'windows/file-event']);
    expect(logs.slice(3)).toContain('windows/security');
    expect(rowsFor('account-name', 'created').map(({ id }) => id)).toContain('windows/security/user-account-created');
    expect(rowsFor('url', 'cleared')).toEqual([]);
  });

  it('gives one row a product of a thing whose deed is not known', () => {
    expect(rowsFor('url').map(({ log }) => log)).toEqual(['network/proxy']);
    expect(rowsFor('file-path').map(({ log }) => log)).toEqual([
      'linux/file-event',
      'macos/file-event',
      'windows/file-event',
    ]);
  });

  it('gives each row an id of its own', () => {
    const ids = loadLogs().flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('gives values as an event has them, with something between the parts that are known', () => {
  const [row] = rowsFor('url');
  if (row === undefined) throw new Error('the table has no row of a web address');
  expect(fillValues(row, { value: 'heron.example/a?b=*' })).toEqual({ 'c-uri|contains': 'heron.example/a?b=*' });
  expect(fillValues(row, { value: { parts: ['heron.example/', '/gate'] } })).toEqual({
    'c-uri|contains': 'heron.example/x/gate',
  });
});

it('finds the log of a log source in any letter case, and none of one that the table lacks', () => {
  expect(logOfSource({ category: 'Proxy' })?.id).toBe('network/proxy');
  expect(logOfSource({ product: 'windows', service: 'security' })?.id).toBe('windows/security');
  expect(logOfSource({ product: 'heron' })).toBeUndefined();
  expect(logOfSource({ product: 'modsecurity' })?.id).toBe('network/modsecurity');
  expect(logOfSource({ product: 'windows' })).toBeUndefined();
});

import { readQuery } from '@tripline/sigma';

describe('a rule of UDM that names no more than the system', () => {
  const logOf = (meta: readonly string[], ...events: readonly string[]) => {
    const lines = (texts: readonly string[]) => texts.map((text) => `    ${text}\n`).join('');
    const reading = readQuery(
      `rule a {\n  meta:\n    author = "x"\n${lines(meta)}  events:\n${lines(events)}  condition:\n    $e\n}`,
      'yaral',
    );
    if (!reading.ok) throw reading.error;
    return {
      logsource: reading.logsource,
      selection: (reading.rule['detection'] as Record<string, unknown>)['selection'],
    };
  };
  const WINDOWS = ['product = "windows"'];
  const PROGRAM = '$e.target.process.file.full_path = /\\\\heron\\.exe$/ nocase';

  test.each([[WINDOWS], [[]]])('is one of processes by what it tests of a process: %j', (meta) => {
    expect(logOf(meta, PROGRAM, '$e.target.process.command_line = /-x/ nocase')).toEqual({
      logsource: { product: 'windows', category: 'process_creation' },
      selection: { 'Image|endswith': '\\heron.exe', 'CommandLine|contains': '-x' },
    });
  });

  test('has the parent of a process that starts', () => {
    const parent = '$e.principal.process.file.full_path = /\\\\heron\\.exe$/ nocase';
    expect(logOf(WINDOWS, parent).selection).toEqual({ 'ParentImage|endswith': '\\heron.exe' });
  });

  test('is one of files by a file, whatever process made it', () => {
    const made = logOf(
      WINDOWS,
      '$e.principal.process.file.full_path = /\\\\heron\\.exe$/ nocase',
      '$e.target.file.full_path = /\\.lnk$/ nocase',
    );
    expect(made).toEqual({
      logsource: { product: 'windows', category: 'file_event' },
      selection: { 'Image|endswith': '\\heron.exe', 'TargetFilename|endswith': '.lnk' },
    });
  });

  test.each([
    [
      ['product = "linux"'],
      ['$e.target.process.command_line = "a"'],
      { product: 'linux', category: 'process_creation' },
    ],
    [WINDOWS, ['$e.metadata.product_event_type = "7045"', PROGRAM], { product: 'windows' }],
    [[...WINDOWS, 'service = "system"'], [PROGRAM], { product: 'windows', service: 'system' }],
  ])('is of the log that it names otherwise: %j %j', (meta, events, logsource) => {
    expect(logOf(meta, ...events).logsource).toEqual(logsource);
  });
});

import { type QueryLanguage, readQuery } from '@tripline/sigma';

function read(query: string, language: QueryLanguage) {
  const reading = readQuery(query, language);
  if (!reading.ok) throw reading.error;
  return { logsource: reading.logsource, detection: reading.rule['detection'] };
}

describe('a query for renamed files', () => {
  test.each([
    ['linux', 'event.type == "change" and event.action == "rename"'],
    ['macos', 'event.action == "rename"'],
    ['windows', 'event.type == "change" and event.action == "rename"'],
  ])('is on the log source of renames, of any system: %s', (product, kind) => {
    const { logsource, detection } = read(
      `file where host.os.type == "${product}" and ${kind} and file.path : "*.lck"`,
      'eql',
    );
    expect(logsource).toEqual({ product, category: 'file_rename' });
    expect(detection).toEqual({ selection: { 'TargetFilename|endswith': '.lck' }, condition: 'selection' });
  });

  test('has the process that renames by its program, and the name that the file had', () => {
    const condition = 'process.name : "a.exe" and file.Ext.original.name : "*.tmp"';
    expect(
      read(`file where host.os.type == "windows" and event.action == "rename" and ${condition}`, 'eql').detection,
    ).toMatchObject({ selection: { 'Image|endswith': '\\a.exe', 'SourceFilename|endswith': '.tmp' } });
    const table = 'DeviceFileEvents | where ActionType == "FileRenamed" and';
    expect(read(`${table} FileName endswith ".x" and PreviousFileName endswith ".y"`, 'kql').detection).toMatchObject({
      selection: { 'TargetFilename|endswith': '.x', 'SourceFilename|endswith': '.y' },
    });
  });

  test('of Sentinel’s information model has a file’s name as the end of its path', () => {
    const { detection } = read('imFileEvent | where EventType == "FileCreated" and TargetFileName == "a.x"', 'kql');
    expect(detection).toMatchObject({ selection: { 'TargetFilename|endswith|cased': '\\a.x' } });
  });
});

describe('the ending of a file’s name, which Elastic has in a field of its own', () => {
  const file = 'file where host.os.type == "linux" and event.type == "creation" and';

  test('is the end of its path, also where it is excluded', () => {
    expect(read(`${file} file.extension in ("lck", "Tmp") and not file.extension : "swp"`, 'eql').detection).toEqual({
      selection: { 'TargetFilename|endswith|cased': ['.lck', '.Tmp'] },
      filter: { 'TargetFilename|endswith': '.swp' },
      condition: 'selection and not filter',
    });
  });

  test('is by a pattern, or where there is one, what follows the last dot', () => {
    const detectionOf = (condition: string) => read(`${file} ${condition}`, 'eql').detection;
    expect(detectionOf('file.extension : "sh*"')).toMatchObject({
      selection: { 'TargetFilename|re|i': '\\.sh[^\\\\/]*$' },
    });
    expect(detectionOf('file.extension != null and file.path : "/x*"')).toMatchObject({
      selection: { 'TargetFilename|startswith': '/x' },
    });
  });
});

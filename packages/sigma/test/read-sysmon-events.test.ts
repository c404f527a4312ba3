import { readQuery } from '@tripline/sigma';

function read(events: string) {
  const text = `rule a {\n  meta:\n    product = "windows"\n    service = "sysmon"\n  events:\n    ${events}\n  condition:\n    $e\n}`;
  const reading = readQuery(text, 'yaral');
  if (!reading.ok) throw reading.error;
  return { logsource: reading.logsource, detection: reading.rule['detection'] };
}

const numbered = (number: string, more: string) => `$e.metadata.product_event_type = "${number}" and ${more}`;

describe('a rule of YARA-L on Sysmon’s events', () => {
  test.each([
    ['13', 'target.registry.registry_key = "a\\\\b"', 'registry_set', { TargetObject: 'a\\b' }],
    ['11', 'target.file.full_path = "c:\\\\a.dat"', 'file_event', { TargetFilename: 'c:\\a.dat' }],
    ['3', 'principal.process.file.full_path = "c:\\\\a.dat"', 'network_connection', { Image: 'c:\\a.dat' }],
    ['7', 'target.process.file.full_path = "c:\\\\a.dat"', 'image_load', { ImageLoaded: 'c:\\a.dat' }],
    ['10', 'principal.process.file.full_path = "c:\\\\a.dat"', 'process_access', { SourceImage: 'c:\\a.dat' }],
  ])('of one number is on the log source of their kind: %s', (number, of, category, fields) => {
    const { logsource, detection } = read(numbered(number, `$e.${of} nocase`));
    expect(logsource).toEqual({ product: 'windows', category });
    expect(detection).toEqual({ selection: fields, condition: 'selection' });
  });

  test('of several kinds has in each alternative the fields of its own', () => {
    const file = numbered('11', '$e.target.file.full_path = "c:\\\\a.dat" nocase');
    const key = numbered('13', '$e.principal.process.file.full_path = "c:\\\\b.exe" nocase');
    const { logsource, detection } = read(`((${file}) or (${key}))`);
    expect(logsource).toEqual({ product: 'windows', service: 'sysmon' });
    expect(detection).toMatchObject({
      selection: [
        { EventID: 11, TargetFilename: 'c:\\a.dat' },
        { EventID: 13, Image: 'c:\\b.exe' },
      ],
    });
  });

  test('finds a digest of the file that starts among the process’s hashes', () => {
    const { detection } = read(numbered('1', '$e.target.file.md5 = "0cc175b9c0f1b6a831c399e269772661"'));
    expect(detection).toMatchObject({
      selection: { 'Hashes|contains': 'MD5=0cc175b9c0f1b6a831c399e269772661' },
    });
  });
});

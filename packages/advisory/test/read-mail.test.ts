import { type AdvisoryDocument, generate, read } from '@tripline/advisory';
import { docxOf, paragraphOf } from './support/docx-sample.js';
import { compoundFileOf, msgOf } from './support/msg-sample.js';

const outline = ({ blocks, text }: AdvisoryDocument): string[] =>
  blocks.map(({ end, start, type }) => `${type}: ${text.slice(start, end)}`);

const HEAD = [
  'Received: from relay.example.net by mx.example.org; Fri, 6 Mar 2026 09:00:00 +0000',
  'From: "Quarry CERT" <alerts@quarry-cert.example>',
  'Subject: =?utf-8?Q?The_crane_=E2=80=93?= =?utf-8?B?IGEgbG9hZGVy?=',
  'Date: Fri, 6 Mar 2026 10:15:00 +0200 (EET)',
  'MIME-Version: 1.0',
];
const mail = (...lines: string[]): Uint8Array => Buffer.from([...HEAD, ...lines].join('\r\n'));
const base64 = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,76}/g) ?? [];
const COMMAND = 'vssadmin.exe delete shadows /all /quiet';

describe('a mail', () => {
  test('in quoted-printable has its subject as title, its date, and its sender for a publisher', async () => {
    const document = await read(
      mail(
        'Content-Type: text/plain; charset="iso-8859-1"',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'The operators used the caf=E9 network and ran=',
        ' this on every host:',
        '',
        'reg add HKCU\\Software\\Crane /v Path /d =22C:\\crane.exe=22 /f',
      ),
    );
    expect(document).toMatchObject({
      format: 'eml',
      title: 'The crane – a loader',
      publishedAt: '2026-03-06T08:15:00.000Z',
      publisherHosts: ['quarry-cert.example'],
    });
    expect(outline(document)).toEqual([
      'paragraph: The operators used the café network and ran this on every host:',
      'code: reg add HKCU\\Software\\Crane /v Path /d "C:\\crane.exe" /f',
    ]);
  });

  test('of several forms is read in HTML, with its attachments by their kinds and the mails in it under their subjects', async () => {
    const inner = [
      'From: a@phish.example',
      'Subject: Invoice 77',
      'Message-ID: <1@x>',
      '',
      'Open the invoice, please.',
    ];
    const document = await read(
      mail(
        'Content-Type: multipart/mixed;',
        '\tboundary="=_outer"',
        '',
        'This is a multi-part message.',
        '--=_outer',
        'Content-Type: multipart/alternative; boundary=inner',
        '',
        '--inner',
        'Content-Type: text/plain',
        '',
        'The plain form.',
        '--inner',
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        '',
        ...base64(Buffer.from(`<p>The HTML form:</p><pre>${COMMAND}</pre>`)),
        '--inner--',
        '--=_outer',
        'Content-Type: application/octet-stream',
        'Content-Disposition: attachment; filename="report.docx"',
        'Content-Transfer-Encoding: base64',
        '',
        ...base64(docxOf(paragraphOf('The attached report.'))),
        '--=_outer',
        'Content-Type: message/rfc822',
        '',
        ...inner,
        '--=_outer',
        'Content-Type: image/png; name=logo.png',
        'Content-Transfer-Encoding: base64',
        '',
        ...base64(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0)),
        '--=_outer--',
      ),
    );
    expect(outline(document)).toEqual([
      'paragraph: The HTML form:',
      `code: ${COMMAND}`,
      'paragraph: The attached report.',
      'heading: Invoice 77',
      'paragraph: Open the invoice, please.',
    ]);
    expect(document.unread).toEqual([expect.stringMatching(/^logo\.png: The document is a PNG image/)]);
    expect(generate(document).rules.length).toBeGreaterThan(0);
  });

  test('that somebody pasted as a text stays a text', async () => {
    const { format } = await read(Buffer.from('From: the SOC\nSubject: crane\n\nThe operators came back.'));
    expect(format).toBe('text');
  });

  test('of many parts whose types are long is read in a time that grows with it', async () => {
    const start = process.cpuUsage();
    for (const noise of ['; '.repeat(3900), 'charset'.repeat(1100)]) {
      const part = ['--b', `Content-Type: text/plain${noise}=`, '', 'The crane ran.'];
      const parts = Array.from({ length: 250 }, () => part).flat();
      const { text } = await read(mail('Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--'));
      expect(text.split('The crane ran.')).toHaveLength(251);
    }
    expect(process.cpuUsage(start).user).toBeLessThan(4_000_000);
  });

  describe('is refused where it holds', () => {
    const refusal = (bytes: Uint8Array): Promise<string> =>
      read(bytes).then(
        () => 'read',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );

    test('too many parts', async () => {
      const parts = Array.from({ length: 5000 }, () => ['--b', '', 'x']).flat();
      expect(await refusal(mail('Content-Type: multipart/mixed; boundary=b', '', ...parts))).toMatch(
        /^TooLarge: The document holds 601 parts and attachments; at most 600/,
      );
    });

    test('mails or parts nested too deep', async () => {
      const nested = [...HEAD, 'Content-Type: message/rfc822', ''];
      const parts = Array.from({ length: 40 }, (_, at) => [
        `Content-Type: multipart/mixed; boundary=b${at}`,
        '',
        `--b${at}`,
      ]);
      const mails = Array.from({ length: 40 }, () => nested).flat();
      for (const lines of [parts.flat(), ['Content-Type: message/rfc822', '', ...mails]]) {
        expect(await refusal(mail(...lines, '', 'x'))).toMatch(
          /^TooLarge: The document holds 17 parts within each other/,
        );
      }
    });

    test('attachments that unpack to more than a document may, all of them together', async () => {
      const half = base64(docxOf(paragraphOf('f'.repeat(35 * 1024 * 1024))));
      const attached = ['--b', 'Content-Transfer-Encoding: base64', '', ...half];
      expect(
        await refusal(mail('Content-Type: multipart/mixed; boundary=b', '', ...attached, ...attached, '--b--')),
      ).toMatch(/^TooLarge: The document holds 73\d+ unpacked bytes/);
    });
  });
});

describe('a mail of Outlook', () => {
  const PROPERTIES = { '0037': 'The crane – a loader', '5D01': 'alerts@quarry-cert.example' };

  test('has its body in HTML, its attachments by their kinds and the mails in it under their subjects', async () => {
    const inner = msgOf({ '0037': 'Invoice 77', '1000': 'Open the invoice, please.' });
    const report = docxOf(paragraphOf('The attached report.'));
    const document = await read(
      compoundFileOf(
        msgOf(
          {
            ...PROPERTIES,
            '1000': 'The plain form.',
            '1013': Buffer.from(`<p>The HTML form:</p><pre>${COMMAND}</pre>`),
          },
          {
            '__attach_version1.0_#00000000': { '__substg1.0_37010102': report },
            '__attach_version1.0_#00000001': { '__substg1.0_3701000D': inner },
          },
        ),
      ),
    );
    expect(document).toMatchObject({
      format: 'msg',
      title: 'The crane – a loader',
      publishedAt: '2026-03-06T08:15:00.000Z',
      publisherHosts: ['quarry-cert.example'],
    });
    expect(outline(document)).toEqual([
      'paragraph: The HTML form:',
      `code: ${COMMAND}`,
      'paragraph: The attached report.',
      'heading: Invoice 77',
      'paragraph: Open the invoice, please.',
    ]);
  });

  test('whose body is packed RTF is read from it', async () => {
    const text = Buffer.from(' The operators came back.}');
    const packed = Buffer.alloc(16);
    packed.writeUInt32LE(200, 4);
    packed.write('LZFu', 8, 'latin1');
    // The first item is a reference, of 12 bytes at place 0; all others are bytes as they are.
    const stream = [0b1, 0x00, 0x0a, ...text.subarray(0, 7)];
    for (let at = 7; at < text.length; at += 8) stream.push(0, ...text.subarray(at, at + 8));
    const document = await read(
      compoundFileOf(msgOf({ ...PROPERTIES, '1009': Buffer.concat([packed, Buffer.from(stream)]) })),
    );
    expect(outline(document)).toEqual(['paragraph: The operators came back.']);
  });

  test('in plain text is read as one', async () => {
    const document = await read(compoundFileOf(msgOf({ ...PROPERTIES, '1000': 'The operators came back.' })));
    expect(outline(document)).toEqual(['paragraph: The operators came back.']);
  });

  describe('that is damaged ends with an answer:', () => {
    const sample = compoundFileOf(msgOf({ ...PROPERTIES, '1000': 'The operators came back. '.repeat(20) }));

    test('chains of sectors that lead back', async () => {
      for (const at of [512 + 4, 512 + 8, 1024]) {
        const looped = Buffer.from(sample);
        looped.writeUInt32LE(at === 1024 ? 0 : (at - 512) / 4, at);
        await expect(
          read(looped).then(
            ({ format }) => format,
            ({ code }) => code,
          ),
        ).resolves.toMatch(/^(?:msg|Unreadable|Empty)$/);
      }
    });

    test('any byte of it changed', async () => {
      for (let at = 0; at < sample.length; at += 7) {
        const changed = Buffer.from(sample);
        changed[at] = 0xff - (changed[at] ?? 0);
        const outcome = await read(changed).then(
          () => 'read',
          ({ code }: { code?: string }) => code,
        );
        expect(['read', 'Unreadable', 'Empty', 'UnsupportedType', 'TooLarge']).toContain(outcome);
      }
    });
  });

  test('is told from another file of an old Office program', async () => {
    await expect(read(compoundFileOf({ WordDocument: Buffer.from('x') }))).rejects.toMatchObject({
      code: 'UnsupportedType',
      message: expect.stringMatching(/an old Office document/),
    });
  });
});

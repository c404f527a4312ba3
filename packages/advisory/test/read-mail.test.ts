import { type AdvisoryDocument, generate, read } from '@tripline/advisory';
import { docxOf, paragraphOf } from './support/docx-sample.js';

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

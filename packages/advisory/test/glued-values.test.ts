import { createHash } from 'node:crypto';
import { findIndicators } from '../src/indicators/find-indicators.js';
import { textAdvisory } from './support/documents.js';

const digest = (kind: string, seed: string): string => createHash(kind).update(seed).digest('hex');
const MD5 = digest('md5', 'sandpiper');
const SHA1 = digest('sha1', 'sandpiper');
const SHA256 = digest('sha256', 'sandpiper');
/** Neither begins nor ends with a letter. */
const OF_DIGITS = `4${SHA256.slice(1, -1)}7`;

/** Gives the types and values of the indicators in a line below a caption. */
async function valuesIn(line: string): Promise<readonly string[]> {
  const found = findIndicators(await textAdvisory(`Indicators of compromise\n\n${line}\n`));
  return found.map(({ type, value }) => `${type} ${value}`);
}

describe('digests of one file that stand without a blank', () => {
  const below = (caption: string, line: string) => valuesIn(`${caption}\n\n${line}`);

  it.each([
    [`${MD5}${SHA1}`, [`md5 ${MD5}`, `sha1 ${SHA1}`]],
    [`${SHA1}${SHA256}`, [`sha1 ${SHA1}`, `sha256 ${SHA256}`]],
    [`${MD5}${SHA1}${SHA256}`, [`md5 ${MD5}`, `sha1 ${SHA1}`, `sha256 ${SHA256}`]],
  ])('are told apart below a caption that speaks of hashes', async (line, values) => {
    expect(await below('Hashes of the samples', line)).toEqual(values);
  });

  it.each([
    ['Key of the cipher', `${MD5}${SHA1}`],
    ['Hashes of the samples', `${MD5}${SHA256}`],
    ['Hashes of the samples', `x=${MD5}${SHA1}`],
  ])('are none where the digits may be another value', async (caption, line) => {
    expect(await below(caption, line)).toEqual([]);
  });
});

describe('values of tables whose cells ran together', () => {
  it.each([
    [`SHA-256${SHA256}`, [`sha256 ${SHA256}`]],
    [`SHA-1${SHA1}`, [`sha1 ${SHA1}`]],
    [`SHA-256${SHA256.toUpperCase()}`, [`sha256 ${SHA256}`]],
    [`MD5${MD5}SHA-1${SHA1}SHA-256${SHA256}`, [`md5 ${MD5}`, `sha1 ${SHA1}`, `sha256 ${SHA256}`]],
    [`sha256:${SHA256}File name`, [`sha256 ${SHA256}`]],
    [`loot${OF_DIGITS}tool`, [`sha256 ${OF_DIGITS}`]],
    [`Type${OF_DIGITS}Description of it`, [`sha256 ${OF_DIGITS}`]],
    [`Loader${OF_DIGITS}Backdoor`, [`sha256 ${OF_DIGITS}`]],
    [`${OF_DIGITS.toUpperCase()}drop.dll`, [`sha256 ${OF_DIGITS}`, 'file-name drop.dll']],
    [`dead${OF_DIGITS.toUpperCase()}x`, [`sha256 ${OF_DIGITS}`]],
  ])('cuts a digest by its name, its length and the case of letters: %s', async (line, values) => {
    expect(await valuesIn(line)).toEqual(values);
  });

  it.each([
    ['letters before it that are digits too', `Dead${OF_DIGITS}`],
    ['letters behind it that are digits too', `${OF_DIGITS}bead`],
    ['two digests of unknown kinds', `${MD5}${SHA1}`],
    ['a key', `AES key${OF_DIGITS}x`],
    ['a part of code', `token=${OF_DIGITS}x`],
    ['a length that is none', `SHA-256${SHA256}ab`],
    ['two cases of letters', `SHA-256${SHA1.toUpperCase()}${SHA256.slice(40)}`],
  ])('gives no digest for %s', async (_, line) => {
    expect(await valuesIn(line)).toEqual([]);
  });

  it.each([
    ['185.220.101[.]88evil-c2[.]org', ['ipv4 185.220.101.88', 'domain evil-c2.org']],
    ['185.220.101.88evil-c2.org', ['ipv4 185.220.101.88', 'domain evil-c2.org']],
    ['Command and control185.220.101[.]7Command and control', ['ipv4 185.220.101.7']],
    ['C2185.220.101[.]7', ['ipv4 185.220.101.7']],
    ['IP185.220.101[.]7Domainevil-c2[.]org', ['ipv4 185.220.101.7', 'domain evil-c2.org']],
    ['evil-c2[.]org185.220.101[.]88', ['domain evil-c2.org', 'ipv4 185.220.101.88']],
    ['evil-c2[.]orgCommand and control', ['domain evil-c2.org']],
    ['C&Cevil-c2[.]orgDomain', ['domain evil-c2.org']],
    [`evil-c2[.]org${OF_DIGITS}`, ['domain evil-c2.org', `sha256 ${OF_DIGITS}`]],
  ])('cuts addresses and hosts: %s', async (line, values) => {
    expect(await valuesIn(line)).toEqual(values);
  });

  it.each([
    ['addresses of which either may have the digits between', '45.9.148[.]3145.9.148[.]4'],
    ['versions', 'Beta 7.45.9.148Beta'],
    ['code', 'this.isValid and document.comLoader'],
    ['a host behind a blank, whose beginning may have a word before it', 'Loader hashheron-c2[.]orgDomain'],
    ['a host behind a date', 'June 2021heron-c2[.]orgJuly'],
    ['an address in a number', '1185.220.101[.]7'],
  ])('gives nothing for %s', async (_, line) => {
    expect(await valuesIn(line)).toEqual([]);
  });

  it('takes digits in capitals as one digest, wherever a shorter one could end', async () => {
    const value = `${'4B1C7D'.repeat(5)}9EC5A7B2F1`;
    expect(await valuesIn(`${value}Updater.msi`)).toEqual([`sha1 ${value.toLowerCase()}`, 'file-name Updater.msi']);
  });

  it('leaves names of hosts whole that begin like a label', async () => {
    expect(await valuesIn('Typebird[.]com hashwren[.]net c2heron[.]org')).toEqual([
      'domain typebird.com',
      'domain hashwren.net',
      'domain c2heron.org',
    ]);
  });

  it('gives the places of cut values in the text as it was written', async () => {
    const text = `C2185.220.101[.]7Filename, SHA-256${SHA256}Type`;
    const document = await textAdvisory(text);
    expect(findIndicators(document).map(({ original }) => original)).toEqual(['185.220.101[.]7', SHA256]);
  });
});

describe('cells of addresses that ran together', () => {
  it.each([
    [
      '45.9.18[.]79203.9.18[.]115heron[.]lkMarsh Communications',
      ['ipv4 45.9.18.79', 'ipv4 203.9.18.115', 'domain heron.lk'],
    ],
    ['45.9.18[.]7N/AHeronhost LLC.N/AC&C server', ['ipv4 45.9.18.7']],
    ['Payload (hxxp://45.9.18[.]9/ab/fen.php).Sets the path', ['url http://45.9.18.9/ab/fen.php', 'ipv4 45.9.18.9']],
    ['45.9.18.7-static.heron.lk', ['domain 45.9.18.7-static.heron.lk']],
    ['hxxps://heron[.]lk/a(b)/fen(1).png', ['url https://heron.lk/a(b)/fen(1).png', 'domain heron.lk']],
  ])('%s', async (line, values) => {
    expect(await valuesIn(line)).toEqual(values);
  });

  it('give no host that begins with an address where two cuts are possible', async () => {
    expect(await valuesIn('45.9.18[.]7121.9.18[.]11heron[.]lk')).toEqual([]);
  });
});

describe('a name that the text calls encrypted', () => {
  it('is a file’s, wherever else it stands', async () => {
    expect(await valuesIn('It keeps its settings in an encrypted mzrt.cg and reads mzrt.cg again.')).toEqual([]);
    expect(await valuesIn('It sends mzrt.cg what it encrypted. mzrt.cg answers.')).toEqual(['domain mzrt.cg']);
  });
});

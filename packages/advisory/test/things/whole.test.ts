import { findEvidence, generate, type JudgedThing } from '@tripline/advisory';
import * as fc from 'fast-check';
import { markdownAdvisory } from '../support/documents.js';

const STORY = 'The loader heron.exe of the intruders ran on Windows hosts of the domain.';

async function thingsOf(thing: string, markdown: string): Promise<readonly JudgedThing[]> {
  const { things } = findEvidence(await markdownAdvisory(`# Heron\n\n${STORY}\n\n${markdown}\n`));
  return things.filter((found) => found.thing === thing);
}

const word = fc.stringMatching(/^[a-z]{4,9}$/);
const capitals = fc.stringMatching(/^[A-Z][A-Z0-9]{5,8}$/);
const hexPairs = fc.array(fc.stringMatching(/^[1-9A-F][0-9A-F]$/), { minLength: 9, maxLength: 16 });

/** A kind of thing: values of it, the ways in which it is written, the texts it stands in, and the value that must be found. */
interface Kind {
  readonly thing: string;
  readonly values: fc.Arbitrary<string>;
  readonly written: readonly ((value: string) => string)[];
  readonly texts: readonly ((written: string) => string)[];
}

const as = (value: string): string => value;

const KINDS: readonly Kind[] = [
  {
    thing: 'mail-address',
    values: fc.tuple(word, word).map(([name, host]) => `${name}.heron@${host}-fog.site`),
    written: [
      as,
      (value) => value.replaceAll('.', '[.]'),
      (value) => value.replace('@', '[@]').replaceAll('.', '[.]'),
      (value) => value.replace('@', '[at]').replaceAll('.', '[.]'),
      (value) => value.replace('.site', '(.)site'),
    ],
    texts: [
      (written) => `The intruders' mails came from ${written} that day.`,
      (written) => `## Indicators of compromise\n\n| Sender | What |\n| --- | --- |\n| ${written} | lure |`,
      (written) => `## Indicators of compromise\n\n- ${written}`,
      (written) => `The mails of the intruders came from “${written}”.`,
    ],
  },
  {
    thing: 'host-name',
    values: capitals.map((rest) => `DESKTOP-${rest}`),
    written: [as, (value) => `“${value}”`, (value) => `\`${value}\``, (value) => `(${value})`],
    texts: [
      (written) => `The threat actor signed in from the workstation ${written}.`,
      (written) => `The threat actor used the workstation\n${written}, which is theirs.`,
    ],
  },
  {
    thing: 'account-name',
    values: fc.tuple(word, fc.nat(99)).map(([name, number]) => `${name}_h${number}`),
    written: [as, (value) => `“${value}”`, (value) => `"${value}"`, (value) => `'${value}'`],
    texts: [
      (written) => `The intruder created a local account named ${written}.`,
      (written) => `The intruder created a local account named\n${written} and left.`,
      (written) => `The intruder created the user called ${written}, then left.`,
    ],
  },
  {
    thing: 'certificate-serial',
    values: hexPairs.map((pairs) => pairs.join('')),
    written: [
      as,
      (value) => value.toLowerCase(),
      (value) => (value.match(/../g) ?? []).join(':'),
      (value) => (value.match(/../g) ?? []).join(' '),
    ],
    texts: [
      (written) => `The TLS certificate of the C2 server has the serial number ${written}.`,
      (written) => `The TLS certificate of the C2 server:\n\n- Serial Number: ${written}\n- Issuer: nobody`,
    ],
  },
  {
    thing: 'user-agent',
    values: fc.tuple(word, fc.integer({ min: 1, max: 9 })).map(([name, major]) => `${name}Heron/${major}.7`),
    written: [as, (value) => `“${value}”`, (value) => `"${value}"`, (value) => `\`${value}\``],
    texts: [
      (written) => `The implant calls its server with the user agent ${written} each hour.`,
      (written) => `The implant calls its server.\n\nUser-Agent: ${written}`,
    ],
  },
  {
    thing: 'file-extension',
    values: word.map((name) => `.${name}hrn`),
    written: [as, (value) => `“${value}”`, (value) => `\`${value}\``, (value) => `(${value})`],
    texts: [
      (written) => `The ransomware encrypts all files and appends the extension ${written} to them.`,
      (written) => `The ransomware encrypts all files and appends the extension\n${written} to them.`,
    ],
  },
  {
    thing: 'file-path',
    values: fc.tuple(word, word, word).map((parts) => `D:\\${parts.join('\\')}.pdb`),
    written: [as, (value) => `“${value}”`, (value) => `\`${value}\``, (value) => `"${value}"`],
    texts: [
      (written) => `The loader holds the debug path ${written} of its author.`,
      (written) => `## Indicators of compromise\n\n- ${written}`,
    ],
  },
];

describe.each(KINDS)('a $thing', ({ thing, values, written, texts }) => {
  it('is found again whole, however it is written and wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.nat(written.length - 1), fc.nat(texts.length - 1), async (value, how, where) => {
        const text = texts[where]?.(written[how]?.(value) ?? '') ?? '';
        const found = await thingsOf(thing, text);
        expect({ text, values: found.map((each) => each.value) }).toEqual({ text, values: [value] });
      }),
      { numRuns: 25 },
    );
  });
});

describe('a value that was cut', () => {
  it.each([
    ['a user agent', 'The implant calls its server with the user agent heronfogagent/1.7 (comp… each hour.', 'comp'],
    ['an account', 'The intruder created a local account named svc_heron7….', 'svc_heron7'],
    ['a mail address', "The intruders' mails came from billing@heron-fog[.]si….", 'heron-fog.si'],
    [
      'a ransom note',
      'The ransomware encrypts all files and drops the ransom note …HERON_DECRYPT.txt there.',
      'DECRYPT',
    ],
  ])('is never drafted: %s', async (_, text, part) => {
    const { rules } = generate(await markdownAdvisory(`# Heron\n\n${STORY}\n\n${text}\n`));
    expect(rules.filter(({ yaml }) => yaml.includes(part)).map(({ title }) => title)).toEqual([]);
  });
});

describe('whose a thing is', () => {
  const roleOf = async (text: string, thing: string): Promise<unknown> => {
    const { things } = findEvidence(await markdownAdvisory(`# Heron\n\n${STORY}\n\n${text}\n`));
    return things.find((found) => found.thing === thing)?.role;
  };
  const rulesOn = async (text: string, log: string): Promise<number> =>
    generate(await markdownAdvisory(`# Heron\n\n${STORY}\n\n${text}\n`)).rules.filter((rule) => rule.log === log)
      .length;

  it.each([
    ['url', 'The loader fetches hxxps://api.onedrive[.]com/v1.0/shares/u!heronfog7/root/content each hour.', 1],
    ['domain', 'The intruders published the files at hxxps://anonfiles[.]com/ later.', 0],
    ['user-agent', 'The implant calls its server. User-Agent: python-requests/2.31.0', 0],
  ])(
    'a %s of everybody that the intruder used is abused, and asked for where it is theirs',
    async (thing, text, count) => {
      expect({ role: await roleOf(text, thing), rules: await rulesOn(text, 'network/proxy') }).toEqual({
        role: 'abused',
        rules: count,
      });
    },
  );

  it.each([
    [
      'certificate-serial',
      'The loader is signed by a certificate with the serial number 03:B6:B8:39:43:EC:04:30:82:A8.',
      'network/zeek-x509',
    ],
    [
      'url',
      'Victims of the intruders pay at hxxp://heronfogheronfogheronfog22[.]onion/pay/now there.',
      'network/proxy',
    ],
  ])('a %s that no log shows is the intruder’s all the same', async (thing, text, log) => {
    expect({ role: await roleOf(text, thing), rules: await rulesOn(text, log) }).toEqual({
      role: 'intruders',
      rules: 0,
    });
  });

  it('the path in which its author built a program is the author’s, and no log is asked for it', async () => {
    const text = 'The loader was dropped with the path D:\\fogbuild\\Release\\heronkit.pdb in it.';
    expect(await roleOf(text, 'file-path')).toBe('authors-build');
    const { rules, notKept } = generate(await markdownAdvisory(`# Heron\n\n${STORY}\n\n${text}\n`));
    expect(rules.filter(({ yaml }) => yaml.includes('heronkit'))).toEqual([]);
    expect(notKept).toContainEqual(expect.objectContaining({ thing: 'file-path', role: 'authors-build' }));
  });

  it('a thing that the page only links to is mentioned', async () => {
    expect(await roleOf('See https://github.com/heron/fog/wiki/page for details.', 'url')).toBe('mentioned');
  });
});

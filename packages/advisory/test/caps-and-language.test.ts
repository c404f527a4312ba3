import { generate, read } from '@tripline/advisory';
import * as fc from 'fast-check';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

describe('the language of a document', () => {
  it.each([
    ['en', 'The actor signed in with a stolen account and created a new user in the tenant of the victim.'],
    ['de', 'Der Angreifer hat sich mit einem gestohlenen Konto angemeldet und einen neuen Benutzer angelegt.'],
    ['fr', 'Les attaquants se sont connectés avec un compte volé et ont créé un utilisateur dans le domaine.'],
    ['es', 'Los atacantes entraron con una cuenta robada y crearon un usuario en el dominio de la víctima.'],
    ['pl', 'Atakujący zalogował się na konto, które zostało przejęte, i utworzył w nim nowe konto dla siebie.'],
    ['ru', 'Злоумышленник вошёл в систему с украденной учётной записью и создал в ней нового пользователя.'],
    ['ja', '攻撃者は盗まれたアカウントでサインインし、新しいユーザーを作成しました。'],
    ['zh', '攻击者使用被盗的帐户登录并创建了一个新用户。'],
    ['ko', '공격자는 도난당한 계정으로 로그인하여 새 사용자를 만들었습니다.'],
  ])('is said: %s', async (language, text) => {
    expect(generate(await textAdvisory(text), { targets: [] }).stats.language).toBe(language);
  });

  it('is null where there are no sentences', async () => {
    expect(generate(await textAdvisory('203.0.114.9 203.0.114.10\n'), { targets: [] }).stats.language).toBeNull();
  });

  it('is none of hashes, whose digits stand for no words', async () => {
    const hashes = Array.from(
      { length: 9 },
      (_, at) => `${at}f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`,
    );
    expect(generate(await textAdvisory(hashes.join('\n')), { targets: [] }).stats.language).toBeNull();
  });

  it('is that of the sentences, whatever the code between them', async () => {
    const text = `Die Gruppe hat das Skript auf dem Server abgelegt und es mit einem Dienst gestartet.\n\n\`\`\`\n${'if the user is in the list then set it to be on\n'.repeat(40)}\`\`\`\n`;
    expect(generate(await markdownAdvisory(text), { targets: [] }).stats.language).toBe('de');
  });
});

describe('what is cut at a bound', () => {
  const addresses = (count: number): string =>
    Array.from({ length: count }, (_, at) => `| 45.${1 + Math.floor(at / 200)}.7.${1 + (at % 200)} |`).join('\n');
  const listed = (count: number): string => `# Indicators of Heron Fog\n\n| Address |\n|---|\n${addresses(count)}\n`;

  it('is said with its bound, how many there were, and the rule it was cut from', async () => {
    const { rules, stats } = generate(await markdownAdvisory(listed(260)), { targets: [] });
    const rule = rules.find(({ yaml }) => yaml.includes('DestinationIp'));
    expect(stats.caps).toContainEqual({
      what: 'addresses',
      bound: 200,
      of: 260,
      rule: rule?.key,
      platform: 'endpoint-sysmon',
    });
  });

  it('is nothing where everything was taken', async () => {
    expect(generate(await markdownAdvisory(listed(60)), { targets: [] }).stats.caps).toEqual([]);
  });

  it('is said of rules beyond those asked for', async () => {
    const { stats } = generate(await markdownAdvisory(`${listed(3)}\nIt calls heron-fog.net too.\n`), {
      targets: [],
      maxRules: 1,
    });
    expect(stats.caps).toContainEqual({ what: 'drafted rules', bound: 1, of: stats.drafts });
  });

  it('is said of a page’s own data', async () => {
    const data = `{"@type":"Article","articleSection":"${'x'.repeat(210_000)}"}`;
    const html = `<html><head><script type="application/ld+json">${data}</script></head><body><p>${'The actor ran a tool. '.repeat(40)}</p></body></html>`;
    const { caps } = await read(new TextEncoder().encode(html), { contentType: 'text/html' });
    expect(caps).toEqual([{ what: 'characters of JSON-LD for title and date', bound: 200_000, of: data.length }]);
  });
});

it('a block is never cut inside a character, however long its text', async () => {
  const characters = fc.constantFrom('a', 'é', 'ｅ\u0301', '漢', '😀', '👍🏽', 'e\u0301\u0323', '\u{1f1e9}\u{1f1ea}');
  await fc.assert(
    fc.asyncProperty(fc.array(characters, { minLength: 1, maxLength: 12 }), fc.nat(40), async (pattern, lead) => {
      const text = `${'x'.repeat(lead)}${pattern.join('').repeat(Math.ceil(110_000 / pattern.join('').length))}`;
      const { blocks, text: canonical } = await textAdvisory(text);
      for (const { start, end } of blocks) {
        const block = canonical.slice(start, end);
        expect(block).not.toMatch(/\p{Cs}/u);
        expect(block).not.toMatch(/^(?:\p{M}|[\u{1f3fb}-\u{1f3ff}])/u);
      }
    }),
    { numRuns: 12 },
  );
});

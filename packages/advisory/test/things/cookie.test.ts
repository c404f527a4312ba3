import { findEvidence, generate, type JudgedThing } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

const STORY = '# Heron\n\nThe loader heron.exe of the intruders ran on Windows.';

async function found(text: string, thing: string): Promise<readonly JudgedThing[]> {
  const { things } = findEvidence(await markdownAdvisory(`${STORY}\n\n${text}\n`));
  return things.filter((each) => each.thing === thing);
}

async function rulesWith(text: string, value: string): Promise<readonly string[]> {
  const { rules } = generate(await markdownAdvisory(`${STORY}\n\n${text}\n`));
  return rules.filter(({ yaml }) => yaml.includes(value)).map(({ yaml }) => yaml);
}

describe('a cookie that a program sends', () => {
  it('is looked for in what the proxy has of the request', async () => {
    const [rule] = await rulesWith(
      'Its beacon hides the host name in an HTTP Cookie header after “hrn-part=”.',
      'hrn-part=',
    );
    expect(rule).toContain('category: proxy');
    expect(rule).toContain("cs-cookie|contains: 'hrn-part='");
  });

  it('is looked for at the server where the request comes in there', async () => {
    const [rule] = await rulesWith(
      'The IIS module waits for an inbound request with the cookie field HRNTASK=[key].',
      'HRNTASK=',
    );
    expect(rule).toContain('category: webserver');
  });

  it.each([
    ['every platform sets it', 'Its beacon has a Cookie header that begins with PHPSESSID=.'],
    ['a browser keeps it', 'The stealer reads the cookies of browsers and saves them with hrnname= before each.'],
    ['the name is a variable of code', '```\nrequest.cookie\nhrnlength=5\n```'],
    ['the word is a part of a name', 'The server answers the GetCookie request with hrnreply=.'],
  ])('is none where %s', async (_why, text) => {
    expect(await found(text, 'cookie')).toEqual([]);
  });
});

describe('a mutex', () => {
  it('of a program gives no rule, and says why', async () => {
    const doc = await markdownAdvisory(`${STORY}\n\nThe loader creates the mutex "HeronOnlyOnce7".\n`);
    const { rules, notKept } = generate(doc);
    expect(rules.filter(({ yaml }) => yaml.includes('HeronOnlyOnce7'))).toEqual([]);
    expect(notKept.find(({ value }) => value === 'HeronOnlyOnce7')?.reason).toBe(
      'no log shows the mutexes of programs',
    );
  });

  it('of a PowerShell script shows in the log of scripts', async () => {
    const [rule] = await rulesWith('The PowerShell script creates the mutex "HeronOnlyOnce7".', 'HeronOnlyOnce7');
    expect(rule).toContain('ScriptBlockText|contains');
  });
});

import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(text));
  return rules.map(({ yaml }) => yaml).join('\n');
}

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

describe('values that look like indicators and are none', () => {
  it.each([
    ['a key of a cipher', `The loader of the actor encrypts its traffic with the 128-bit AES key: ${KEY}.`, KEY],
    ['an initialisation vector', `The loader of the actor uses the IV ${KEY} for its traffic.`, KEY],
    ['a masked host', 'The implant of the actor connects to xxx[.]xxxx[.]tk each minute.', 'xxxx.tk'],
    [
      'one ordinary call that is only described',
      'In AWS, CloudTrail and IAM tell it: the actor listed all objects in the S3 bucket.',
      'ListObjects',
    ],
  ])('give no rule: %s', async (_, text, unexpected) => {
    expect(await yamlOf(text)).not.toContain(unexpected);
  });

  it.each([
    ['a digest of a file', `The loader of the actor has the MD5 ${KEY}.`, KEY],
    ['a host with an x', 'The implant of the actor connects to xxl-fen[.]top each minute.', 'xxl-fen.top'],
    [
      'an ordinary call that is named',
      'In AWS, CloudTrail and IAM tell it: the actor called ListObjectsV2 and ListUsers with Pacu.',
      'ListUsers',
    ],
  ])('stay: %s', async (_, text, expected) => {
    expect(await yamlOf(text)).toContain(expected);
  });
});

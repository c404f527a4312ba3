import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

const onLinux = async (text: string): Promise<string> => {
  const { rules } = generate(await textAdvisory(`An intrusion on Linux servers.\n\n${text}`));
  return rules
    .filter(({ platform }) => platform === 'endpoint-auditd')
    .map(({ yaml }) => yaml)
    .join('\n');
};

describe('files of credentials', () => {
  it('are watched for reading where intruders reach them', async () => {
    const text = await onLinux(
      'The node keeps a secret in /etc/kubernetes/azure.json. Attackers who get access to this file use its credentials.',
    );
    expect(text).toContain("name: '/etc/kubernetes/azure.json'");
    expect(text).not.toContain('CREATE');
    expect(await onLinux('The tool reads its settings from /etc/kubernetes/azure.json at start.')).toBe('');
  });
});

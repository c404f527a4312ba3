import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`A Windows intrusion.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('named pipes', () => {
  it('are looked for as the log writes them', async () => {
    expect(await yamlOf('It opens the pipe \\\\.\\pipe\\heron_ctl for orders.')).toContain("PipeName: '\\heron_ctl'");
  });

  it('that every Windows has are no rule', async () => {
    expect(await yamlOf('It opens the pipe \\\\.\\pipe\\svcctl for orders.')).not.toContain('PipeName');
  });

  it('are known by a name alone', async () => {
    const doc = await textAdvisory('A Windows intrusion.\n\nThe beacons speak over a named pipe called fen_77_pipe.');
    expect(
      generate(doc, { targets: [] })
        .rules.map(({ yaml }) => yaml)
        .join(),
    ).toContain("'\\fen_77_pipe'");
  });
});

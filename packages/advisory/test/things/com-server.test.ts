import { generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

const CLASS = '7B1C3F52-91AE-4B0D-A6C2-3E8D5F704A19';

async function registryRules(text: string): Promise<string> {
  const doc = await markdownAdvisory(`# Heron\n\nThe attackers ran the Heron loader on Windows hosts.\n\n${text}`);
  const { rules } = generate(doc, { targets: [] });
  return rules.flatMap(({ log, yaml }) => (log === 'windows/registry-set' ? [yaml] : [])).join('\n');
}

describe('a class of COM that is registered for a file', () => {
  it.each([
    `It registers a COM server: it creates the CLSID {${CLASS}} with InprocServer32 pointing to C:\\Users\\Public\\hrncom.dll.`,
    `The COM object {${CLASS}} is hijacked by changing its InprocServer32 value to its DLL, C:\\Users\\Public\\hrncom.dll.`,
    `A COM server with CLSID ${CLASS} is registered, with C:\\Users\\Public\\hrncom.dll as its in-process server.`,
    `It sets HKCU\\Software\\Classes\\CLSID\\{${CLASS}}\\InprocServer32 to C:\\Users\\Public\\hrncom.dll.`,
  ])('is looked for in the registry with the file: %s', async (text) => {
    const yaml = await registryRules(text);
    expect(yaml).toContain(`{${CLASS}}`);
    expect(yaml).toMatch(/Details\|contains: '(?:C:)?\\Users\\Public\\hrncom\.dll'/);
  });

  it('is looked for with the file below a folder that a variable stands for', async () => {
    const yaml = await registryRules(
      `It sets HKCU\\Software\\Classes\\CLSID\\{${CLASS}}\\InprocServer32 to %APPDATA%\\Heron\\hrncom.dll.`,
    );
    expect(yaml).toContain("Details|contains: '\\Heron\\hrncom.dll'");
  });

  it.each([
    `Readers should check whether the CLSID {${CLASS}} points to C:\\Users\\Public\\hrncom.dll.`,
    `The update with the number {${CLASS}} writes C:\\Users\\Public\\hrncom.dll.`,
  ])('is none where readers look, or the number is another’s: %s', async (text) => {
    expect(await registryRules(text)).not.toContain(CLASS);
  });
});

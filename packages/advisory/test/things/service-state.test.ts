import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** Every rule on the services of a text. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('Fen') || yaml.includes('Otter'))
    .join('\n');
}

describe('a service that an intruder ends', () => {
  it('is looked for in commands that stop it', async () => {
    const yaml = await asked('Before it encrypts, the malware stops the services "FenBackupSvc" and "OtterSql".');
    expect(yaml).toContain("'stop'");
    expect(yaml).toContain("'FenBackupSvc'");
    expect(yaml).toContain("'OtterSql'");
    expect(yaml).toContain('\\net1.exe');
  });

  it('has one command for each of the names, with and without quotation marks', async () => {
    const yaml = await asked(
      'The operators stopped the services FenSql, OtterSvc and OtterMail before they encrypted.',
    );
    for (const name of ['FenSql', 'OtterSvc', 'OtterMail'])
      expect(yaml).toMatch(new RegExp(`- 'stop'\\s+- '${name}'\\s+(?:-\\s+Image|condition)`));
  });

  it('ends the list of names where the sentence goes on', async () => {
    const yaml = await asked('The operators stopped the services FenSql and OtterSvc with a script called OtterKill.');
    expect(yaml).toContain("'OtterSvc'");
    expect(yaml).not.toContain("'OtterKill'");
  });

  it('is looked for in the registry where it is kept from starting', async () => {
    const yaml = await asked('The loader disables the update services (“FenUpdSvc”, “OtterUpd”) of the host.');
    expect(yaml).toContain("- '\\Services\\FenUpdSvc\\Start'");
    expect(yaml).toContain("Details: 'DWORD (0x00000004)'");
    expect(yaml).toContain("- '\\Services\\OtterUpd\\Start'");
  });

  it.each([
    'Administrators should disable the service "FenUpdSvc" where it is not needed.',
    'The malware does not stop the service "FenUpdSvc".',
    'The malware looks for the service "FenUpdSvc" and goes on.',
    'The attackers offered the service "FenUpdSvc" on a forum.',
  ])('is none for readers, or where it goes on: %s', async (text) => {
    expect(await asked(text)).not.toMatch(/stop|Start/);
  });

  it.each([
    ['OtterSvc', 'The operators stopped services such as FenSql, OtterSvc.'],
    ['OtterSvc', 'The operators stopped the services FenSql and OtterSvc.'],
    ['OtterSvc', 'The locker stops services like FenSql and OtterSvc before it encrypts.'],
    ['FENSQLSERVER', 'The operators stopped the services FENSQLSERVER, OtterSvc.'],
  ])('is each of a list, %s too: %s', async (name, text) => {
    expect(await asked(text)).toContain(`'${name}'`);
  });

  it.each([
    [
      'is looked for where it is said to be stopped',
      "'stop'",
      'The services FenSql and OtterSvc are then forcibly stopped.',
    ],
    [
      'is looked for in a list of services to stop',
      "'stop'",
      'It has a list of services to kill: "FenSql", "OtterSvc".',
    ],
  ])('%s', async (_, part, text) => {
    expect(await asked(text)).toContain(part);
  });

  it('is not one that ends other programs', async () => {
    expect(await asked('They loaded the driver as the service FenDrv to kill the products of others.')).not.toContain(
      "'stop'",
    );
  });

  it.each([
    'The operators stopped services and VMs of FenHost.',
    'The operators stopped services such as FEN Server.',
    'The operators stopped services such as FenSql Server.',
    'The operators disabled services, FEN agents and OTTERs.',
    'The operators stopped services and FenDesk.',
  ])('is no product or thing beside services: %s', async (text) => {
    const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
    expect(rules.filter(({ title }) => title.startsWith('Service'))).toEqual([]);
  });
});

/** The rules of a text on an intrusion at a bank, whatever they are on. */
async function rulesOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('a service named before the word for it', () => {
  it.each([
    ['The script stops the WinDefend service.', 'stop'],
    ['The attackers deleted the FenBackupSvc service.', 'delete'],
    ['The service "FenBackupSvc" was then deleted.', 'delete'],
    ['The locker disables the FenBackupSvc and OtterSvc services.', '\\Services\\FenBackupSvc\\Start'],
  ])('is looked for in what ends it: %s', async (text, part) => {
    const yaml = await rulesOf(text);
    expect(yaml).toContain(part);
    expect(yaml).toMatch(/WinDefend|FenBackupSvc/);
  });

  it.each([
    'The attackers deleted the files of the FenBackupSvc service.',
    'The attackers stopped the OtterCloud service.',
    'Administrators can stop the FenBackupSvc service for updates.',
    'The malware does not delete the FenBackupSvc service.',
  ])('is none where it is not ended, or is a product: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});

describe('services of products that protect a host', () => {
  it.each([
    'The attackers disabled the Sophos services on each host.',
    'The loader stops the antivirus service.',
    'With sc.exe the attackers deleted the EDR service.',
    'The services of CrowdStrike were stopped by the attackers.',
  ])('are looked for in commands that end them: %s', async (text) => {
    expect(await rulesOf(text)).toContain(' stop sophos');
  });

  it.each([
    'The loader looks for Sophos services and ends itself.',
    'The attackers deleted the log files of the antivirus service.',
    'Administrators should not disable the antivirus service.',
    'The malware did not stop the Sophos services.',
  ])('are not where they are not ended: %s', async (text) => {
    expect(await rulesOf(text)).not.toContain(' stop sophos');
  });
});

describe('exclusions glued to the name of the product', () => {
  it.each([
    'The loader adds the following exclusions to Windows DefenderC:\\ProgramData\\Fen',
    'It excludes from DefenderC:\\Users\\Public\\Fen its own folder.',
    'These exclusions were added to Microsoft DefenderD:\\Fen by the attackers.',
  ])('are read: %s', async (text) => {
    expect(await rulesOf(text)).toContain('\\Windows Defender\\Exclusions');
  });
});

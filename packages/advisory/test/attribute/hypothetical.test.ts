import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

const ABOUT = 'The intruders came into Windows hosts and into AWS, as CloudTrail of the AWS account shows.';

/** The detections of the rules that a sentence of a report on an intrusion gives. */
async function detectionsOf(sentence: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`${ABOUT}\n\n${sentence}`));
  return rules.map(({ yaml }) => yaml.slice(yaml.indexOf('detection:'))).join('\n');
}

describe('what could have happened gives no rule', () => {
  it.each([
    'Attackers may also use CreateAccessKey to keep access in AWS.',
    'They could have run vssadmin delete shadows /all /quiet on the hosts.',
    'The same access would have allowed them to dump LSASS with procdump64.exe -ma lsass.exe lsass.dmp.',
    'If the attackers had domain admin rights, they could create the service HeronSvc9.',
    'When a user opens the attachment of such a mail, shadow copies are deleted.',
    'In theory, the intruder could run reg save HKLM\\SAM C:\\temp\\sam.hiv.',
  ])('%s', async (sentence) => {
    expect(await detectionsOf(sentence)).toBe('');
  });

  it('nor what may come', async () => {
    expect(await detectionsOf('Future versions may write C:\\ProgramData\\heron\\evil8.exe on hosts.')).toBe('');
    expect(await detectionsOf('In future campaigns the actor may run wevtutil cl Security.')).toBe('');
  });

  it('nor what intruders of other reports did', async () => {
    const sentence = 'Other groups run schtasks /create /tn HeronTask /tr C:\\ProgramData\\h.exe /sc onlogon.';
    expect(await detectionsOf(sentence)).toBe('');
    expect(await detectionsOf('Other threat actors have used C:\\ProgramData\\heron\\evil9.exe for this.')).toBe('');
  });
});

describe('a deed keeps its rule', () => {
  it.each([
    ['The actor could have deleted the trail with DeleteTrail, but called StopLogging in AWS.', 'StopLogging'],
    ['The actor may have used C:\\ProgramData\\heron\\good2.exe to load the driver.', 'good2.exe'],
    ['The malware may also drop C:\\ProgramData\\heron\\good3.exe.', 'good3.exe'],
    ['They could then run vssadmin delete shadows /all /quiet, which they did on nine hosts.', 'shadows'],
    ['Hunt for processes that run vssadmin delete shadows /all /quiet.', 'shadows'],
    ['An attacker can exploit the flaw by a request to /api/v2/heron/upload.php?cmd=id.', 'heron/upload.php'],
    ['When the victim opened the attachment, it deleted the shadow copies.', 'shadow'],
    ['Once a user enabled the macros, the document deleted all shadow copies.', 'shadow'],
  ])('%s', async (sentence, part) => {
    expect(await detectionsOf(sentence)).toContain(part);
  });

  it('and that of what is denied beside it has none', async () => {
    const yaml = await detectionsOf('The actor could have called DeleteTrail, but called StopLogging in AWS.');
    expect(yaml).not.toContain('DeleteTrail');
  });
});

describe('a file whose start was hindered was there', () => {
  it.each([
    'C:\\Users\\Public\\heron4.exe was blocked by the EDR before it could start.',
    'The execution of C:\\Users\\Public\\heron4.exe was prevented by SentinelOne.',
    'Microsoft Defender blocked the execution of C:\\Users\\Public\\heron4.exe on two hosts.',
  ])('%s', async (sentence) => {
    expect(await detectionsOf(sentence)).toContain('heron4.exe');
  });

  it.each([
    'C:\\Users\\Public\\heron4.exe was never executed.',
    'The file C:\\Users\\Public\\heron4.exe was not observed.',
  ])('but not: %s', async (sentence) => {
    expect(await detectionsOf(sentence)).toBe('');
  });
});

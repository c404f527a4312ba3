import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function titlesOf(text: string): Promise<readonly string[]> {
  return generate(await textAdvisory(text), { targets: [] }).rules.map(({ title }) => title);
}

const INTRUSION = 'The intrusion came from a stolen account.';
const GUIDES = [
  'How to set up a Linux server. Disable SELinux while you test. Flush iptables rules before you load your own.',
  'Larch Backup for Linux sets the immutable flag on your files, so that you can restore them at any time.',
  'How to move a print server of Windows. You create a BITS job named "DriverCopy", and the tool runs C:\\Drivers\\Larch\\copy7.exe then.',
  'Events of Windows, explained to you. Event 15 is written when C:\\Heron\\a.txt:hidden7 is made, and event 25 on process hollowing of heron7.exe.',
];

const PRODUCT =
  'Larch Backup protects your files against ransomware and other threats. Delete old copies with vssadmin delete shadows /for=C: /oldest, make a task ' +
  'with schtasks /create /tn LarchBackup /tr C:\\Larch\\copy7.exe /sc daily on Windows, and add its user to the local group Administrators. Attacks grow ' +
  'every year, so try it at http://www.larchbackup.com/trial today.';

describe('a product page that speaks of threats', () => {
  it('gives no rule', async () => {
    expect(await titlesOf(PRODUCT)).toEqual([]);
  });

  it.each([
    'Attackers exploited a flaw in the server and used these commands.',
    'We analyzed the incident at one of our customers.',
    'The malware deletes your files with them.',
  ])('is none where it tells what an intruder did: %s', async (told) => {
    expect(await titlesOf(`${told}\n\n${PRODUCT}`)).not.toEqual([]);
  });
});

describe('guides and product pages', () => {
  it.each(GUIDES)('give no rule on what they tell their readers: %s', async (text) => {
    expect(await titlesOf(text)).toEqual([]);
  });

  it.each(GUIDES)('are no guides where they tell of an intrusion: %s', async (text) => {
    expect(await titlesOf(`${INTRUSION}\n\n${text.replaceAll('you', 'they')}`)).not.toEqual([]);
  });
});

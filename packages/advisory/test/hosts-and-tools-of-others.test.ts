import { askedIn } from './support/asked.js';

const DOH = '`https[:]//203.119.9.9/dns-query` (Fern) and `https[:]//dns.fernres[.]net/dns-query`';
const PAGE = 'The loader fetches https://pixhost[.]to/moss/a9182.png from the image-hosting site pixhost[.]to.';

describe('what is others’, or was not seen in use, gives no rule', () => {
  it.each([
    ['203.119.9.9', `It sends a request to one of these legitimate public DoH resolvers: ${DOH}.`],
    ['dns.fernres.net', `It sends a request to one of these legitimate public DoH resolvers: ${DOH}.`],
    ['pixhost', 'The pictures are kept on the image-hosting site, ‘pixhost[.]to’, and on moss-pulley[.]top.'],
    ['QueryName', PAGE],
    [
      'mimikatz',
      'We found other tools signed with this certificate, such as NetDog and Mimikatz, which may have been used as well.',
    ],
    [
      'repo.destroy',
      'The implant takes URLs from icons stored in a GitHub repository, and the repository has been removed.',
    ],
  ])('%s', async (value, text) => {
    expect(await askedIn(text)).not.toContain(value);
  });
});

describe('what is the intruders’, or was used by them, gives its rule', () => {
  it.each([
    ['203.119.9.9', `It sends its beacon to one of these servers: ${DOH}.`],
    ['dns.fernres.net', `It sends its beacon to one of these servers: ${DOH}.`],
    ['pixhost.to/moss/a9182.png', PAGE],
    ['fenq-c2.com', 'The malware gets its tools from a file-sharing site and fenq-c2.com is its C2 server.'],
    ['fenq-c2.com', 'Its tools were taken from a file hosting service. fenq-c2.com was the C2 server.'],
    ['share.fenq-drop.com', "Payloads were hosted on the actor's own fake file-sharing site share.fenq-drop.com."],
    ['fenshare-drop.com', 'It loads files from the file-sharing service fenshare-drop.com, set up by the attackers.'],
    [
      'hrnq-files.net',
      'The malware uses the following legitimate domains that the attackers compromised:\n\n- fenq-drop.com\n- hrnq-files.net',
    ],
    ['monitor.exe', 'The actor executed the custom tool monitor.exe on Windows hosts.'],
    ['scan.exe', 'The attackers ran scan.exe, a custom network scanner of theirs, on Windows hosts.'],
    ['hrnq.exe', 'The malware hrnq.exe was executed on Windows hosts. It was side-loaded beside hrnq.exe.'],
    ['mimikatz', 'On the server the intruders used other tools, such as NetDog and Mimikatz, for it.'],
    ['repo.destroy', 'The intruder deleted the GitHub repositories of the company after copying them.'],
    ['repo.destroy', 'The actor deleted the victim’s GitHub repository after the code was stored in their own.'],
    [
      'repo.destroy',
      'The intruder deleted repositories of the GitHub organization, which were hosted on GitHub Enterprise, and a backup has been removed.',
    ],
  ])('%s', async (value, text) => {
    expect(await askedIn(text)).toContain(value);
  });
});

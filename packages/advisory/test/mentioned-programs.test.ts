import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function yamlOf(text: string): Promise<string> {
  return generate(await textAdvisory(text))
    .rules.map(({ yaml }) => yaml)
    .join('\n');
}

describe('programs and files that are only mentioned', () => {
  it('a list of programs that malware ends gives no names, the malware’s own does', async () => {
    const text = await yamlOf(
      'The miner heronpump.exe was started by a task. It tries to stop the following programs: quillgame.exe, otterchat.exe, larkscan.exe, wrenedit.exe and finchbox.exe before it mines.',
    );
    expect(text).toContain('heronpump.exe');
    for (const name of ['quillgame', 'otterchat', 'larkscan', 'finchbox']) expect(text).not.toContain(name);
  });

  it('a process that code is injected into is the victim’s', async () => {
    const text = await yamlOf(
      'The loader heronldr.exe was executed and injected code into the process quillhost.exe there.',
    );
    expect(text).toContain('heronldr.exe');
    expect(text).not.toContain('quillhost.exe');
  });

  it('tools beside one of which is said how much it is used everywhere are not taken as used', async () => {
    const text = await yamlOf('In 2021 it was one of the most used tools of attackers, alongside Mimikatz and others.');
    expect(text).not.toContain('mimikatz');
    expect(await yamlOf('The actor used Rubeus alongside Mimikatz on the Windows server.')).toContain('mimikatz');
  });

  it('tools that are only said to exist are not taken as used', async () => {
    expect(
      await yamlOf('Several public toolkits such as Seatbelt and SharpView have been released to help testers.'),
    ).toBe('');
    expect(await yamlOf('The actor used public toolkits such as Seatbelt and SharpView on the server.')).toContain(
      'seatbelt',
    );
  });

  it('files that the authors create as a demonstration give no rule', async () => {
    const sentence =
      'creates a registry value named “Heron7” in HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run at logon.';
    expect(await yamlOf(`The example shown in Figure 5 ${sentence}`)).toBe('');
    expect(await yamlOf(`The backdoor ${sentence}`)).toContain('Heron7');
  });

  it('structured data, assignments and lists of paths are not taken for command lines', async () => {
    const text = await yamlOf(
      [
        'Its configuration: "Spawn To x86": "%windir%\\\\syswow64\\\\mstsc.exe", "Heron Server": "quill-heron.net,/a"',
        'cipher = HeronCha.new(key=k)',
        'C:\\Program Files\\Quill\\unins000.exe C:\\Program Files\\Otter\\otterrun.exe',
      ].join('\n\n'),
    );
    expect(text).not.toContain('CommandLine');
  });
});

describe('the name of a program alone', () => {
  const FRAME = 'The intruders were on the hosts in May. They ran fenloom_agent.exe at night.';

  it.each([
    'They ran win.exe as well.',
    'They ran driver.exe as well.',
    'The MarshSync.exe executable was run and abused to side-load a DLL.',
    'Staging dataFilenameteredo.exe–Various toolsFilenamewin.exe–they ran both.',
    'The detection name of what they ran is Malware.Binary.exe.',
  ])('is asked for nowhere where it is anybody’s, honest or glued: %s', async (text) => {
    const yaml = await yamlOf(`${FRAME} ${text}`);
    expect(yaml).toContain('fenloom_agent.exe');
    expect(yaml).not.toMatch(/win\.exe|driver\.exe|MarshSync|teredo|Malware\.Binary/i);
  });

  it.each(['f3k.exe', 'healthsync.exe', 'FilenameSorter.exe'])('is asked for where few have it: %s', async (name) => {
    expect(await yamlOf(`${FRAME} They ran ${name} as well.`)).toContain(`'\\${name}'`);
  });
});

describe('a list whose lead-in calls what it names honest', () => {
  const STORY =
    '# Fenloom\n\nThe intruders ran the Fenloom stealer on hosts in March. They dropped fenloom_agent.exe.\n\n';

  it.each([
    'The module goes into one of the following legitimate processes:\n\nMarshTillService.exe (Marsh till)\n\nMarshCal.exe (Marsh calendar)\n\nexplorer.exe',
    'The module goes into one of the following legitimate processes:\n\n- MarshTillService.exe\n- MarshCal.exe',
    'It checks whether it is online by an HTTP GET request to the following legitimate URL:\n\n- hxxp://cal[.]marshlight[.]com/MarshCal.exe',
  ])('gives no rule: %#', async (text) => {
    expect(await yamlOf(`${STORY}${text}`)).not.toMatch(/Marsh/);
  });

  it.each([
    'They dropped the following malicious programs:\n\n- MarshTillService.exe\n- MarshCal.exe',
    'It loads the next stage from the following URL:\n\n- hxxp://cal[.]marshlight[.]com/MarshCal.exe',
    'They abused the following legitimate sites:\n\n- hxxp://cal[.]marshlight[.]com/MarshCal.exe',
    'The module goes into one of the following legitimate processes:\n\n- explorer.exe\n\nIts loader MarshCal.exe was run at logon.',
  ])('gives rules where it does not, or they were abused: %#', async (text) => {
    expect(await yamlOf(`${STORY}${text}`)).toMatch(/MarshCal/);
  });
});

describe('libraries', () => {
  it('of a name that Windows has count only from other folders, and where the text gives them to the actor', async () => {
    const text = await yamlOf(
      'The actor dropped a malicious wlanapi.dll and quillheron.dll next to the signed program.',
    );
    expect(text).toMatch(/ImageLoaded\|endswith: '\\quillheron\.dll'/);
    expect(text).toMatch(/ImageLoaded\|endswith: '\\wlanapi\.dll'/);
    expect(text).toContain('selection and not filter_main_system');
    expect(await yamlOf('The pointer leads into wow64cpu.dll, which switches to 64-bit code.')).toBe('');
  });

  it('by which malware recognises a sandbox give no rule', async () => {
    expect(await yamlOf('The script quits when it finds SbieDll.dll or vmhgfs.dll in memory.')).toBe('');
  });
});

describe('a paper on a flaw', () => {
  const PAPER =
    'CVE-2031-5005: a flaw in the print path\n\nThe request reaches quillprint.sys, whose handler frees the buffer twice.';

  it('gives no rule on the files of the flawed product', async () => {
    expect(await yamlOf(PAPER)).toBe('');
  });

  it('still gives one on a file that attackers brought', async () => {
    expect(await yamlOf(`${PAPER}\n\nAttackers dropped heronhook.sys on such hosts.`)).toContain('heronhook.sys');
  });
});

describe('encoded commands', () => {
  it('that only write a line are told by their option, not by their text', async () => {
    const payload = Buffer.from('echo "Heron"', 'utf16le').toString('base64');
    const text = await yamlOf(`powershell.exe -EncodedCommand ${payload}`);
    expect(text).toContain('-EncodedCommand');
    expect(text).not.toContain(payload);
  });
});

describe('programs of the logon screen', () => {
  it('that were replaced are told by the shell in their place, never by their name alone', async () => {
    const text = await yamlOf('The actors replaced sethc.exe with a shell to get back in without a password.');
    expect(text).toMatch(/CommandLine\|contains:\s+- 'sethc.exe'/);
    expect(text).toContain("'\\winlogon.exe'");
    expect(text).not.toMatch(/Image\|endswith: '\\sethc/);
  });

  it('that are merely named give no rule', async () => {
    expect(await yamlOf('Windows starts sethc.exe when the shift key is pressed five times.')).toBe('');
  });
});

describe('the program that a text says was run', () => {
  it.each([
    ['The attackers then ran heronpump.exe.', 'heronpump.exe'],
    ['It dropped and ran Heron Updater Core.exe on the host.', 'Heron Updater Core.exe'],
    ['The victim started Levy 2231.pdf.exe at once.', 'Levy 2231.pdf.exe'],
    ['The installer creates a new process named "Reed Updater.exe".', 'Reed Updater.exe'],
    ['The attackers executed Reed Sync.exe, Reed Net.exe and fenpump.exe.', 'Reed Net.exe'],
    ['The loader runs holiday_fens.jpg.exe after that.', 'holiday_fens.jpg.exe'],
  ])('is looked for by its whole name: %s', async (text, name) => {
    expect(await yamlOf(`# Heron on Windows hosts\n\n${text}`)).toContain(`'\\${name}'`);
  });

  it('is looked for by the name that fills a cell, and not by the last word of it', async () => {
    const yaml = await yamlOf(
      '# Heron on Windows\n\nIndicators of compromise\n\nFile name | Role\nReed Meeting Helper.exe | loader\nfenpump.exe | miner',
    );
    expect(yaml).toContain("'\\Reed Meeting Helper.exe'");
    expect(yaml).not.toContain("'\\Helper.exe'");
  });

  it.each([
    ['It dropped Cobalt Strike Hrnqa.exe and executed it.', 'Cobalt Strike Hrnqa.exe'],
    ['The actor installed ScreenConnect Fenqclient.exe.', 'ScreenConnect Fenqclient.exe'],
    ['The actor executed Beacon 2 Hrnqa.exe and Stage Orvqa.exe.', 'Beacon 2 Hrnqa.exe'],
  ])('is not looked for with the tool that it is of: %s', async (text, name) => {
    const yaml = await yamlOf(`# Heron on Windows hosts\n\n${text}`);
    expect(yaml).toContain(`'\\${name.slice(name.lastIndexOf(' ') + 1)}'`);
    expect(yaml).not.toContain(name);
  });

  it('is not looked for with the end of the sentence before its name', async () => {
    const text = 'The attackers installed a miner and FenBot. Heron.exe was started by a task.';
    expect(await yamlOf(`# Heron on Windows hosts\n\n${text}`)).not.toContain('FenBot. Heron.exe');
  });

  it.each(['The attackers never ran Heron Updater.exe.', 'Administrators should run Heron Scanner.exe.'])(
    'is none where it was not, or readers run it: %s',
    async (text) => expect(await yamlOf(`# Heron on Windows hosts\n\n${text}`)).not.toContain('Heron'),
  );
});

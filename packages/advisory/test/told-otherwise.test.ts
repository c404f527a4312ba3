import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

/** The titles of a report's rules. */
async function titlesOf(text: string): Promise<string> {
  return generate(await markdownAdvisory(text), { targets: [] })
    .rules.map(({ title }) => title)
    .join('\n');
}

const ON_WINDOWS = 'The malware runs on Windows 10, as a Windows DLL below the Windows folder.';
const BUILD = 'The build of the case was made for Windows.';

describe('a behaviour that the words do not tell gives no rule', () => {
  it.each([
    ['of another system', `${ON_WINDOWS} The Linux variant adds self-deletion.`, 'Deleted After A Pause'],
    [
      'of a list of systems',
      `The family runs on Windows, macOS and Linux. ${BUILD} It captures the screen.`,
      'On macOS',
    ],
    ['threads of its own', 'The locker creates a worker thread for each process that it ends.', 'Thread Created'],
    ['a callback', 'The shellcode is injected by a callback of EnumWindows in the running process.', 'Thread Created'],
    ['a hollowed process', 'It injects the payload into a new process, which is hollowed.', 'Thread Created'],
    ['a group of drivers', 'For persistence its service of Windows is in the auto-run group.', 'Service Installed'],
    ['some ways', 'Depending on Windows, it tries different UAC bypass techniques.', 'UAC Bypassed'],
    [
      'another parent',
      'The macro runs PowerShell. At its end the macro downloads the executable and it starts.',
      "In A User's Folder Started By Office",
    ],
    ['features', `${ON_WINDOWS}\n\n## Features of Mossrat\n\n- Remote shell\n- Microphone capture`, 'Microphone'],
    [
      'modules',
      `${ON_WINDOWS}\n\n| Module | Description |\n| --- | --- |\n| Timefix | Performs timestomping on files |`,
      'Creation Time',
    ],
    [
      'callbacks',
      'On Windows the driver registers a callback for thread creation by another process.',
      'Thread Created',
    ],
    ['a kill', 'On Windows it used taskkill to disable Windows Defender by a script.', 'Windows Defender Disabled'],
    ['registry alone', 'It disabled the backup service with sc.exe by setting registry values.', 'Stopped By Command'],
  ])('%s', async (_what, text, title) => {
    expect(await titlesOf(text)).not.toContain(title);
  });
});

describe('the same behaviour gives its rule where it is told', () => {
  it.each([
    ['of this system', `${ON_WINDOWS} The Windows variant deletes itself by cmd.exe.`, 'Deleted After A Pause'],
    ['of macOS beside others', 'It runs on Windows and macOS. On macOS it captures the screen.', 'On macOS'],
    ['a thread in another process', 'The locker creates a remote thread in explorer.exe for it.', 'Thread Created'],
    ['a service', 'For persistence it installs itself as a Windows service.', 'Service Installed'],
    ['a way by name', 'The malware bypasses UAC with fodhelper.exe on Windows.', 'UAC Bypassed'],
    ['Office', 'The macro drops an executable and starts it.', "In A User's Folder Started By Office"],
    [
      'a deed below features',
      `${ON_WINDOWS}\n\n## Features\n\n- With it the operators recorded the microphone of the victim for some hours.`,
      'Microphone',
    ],
    [
      'modules that were run',
      `${ON_WINDOWS}\n\n# Malicious Modules\n\n| Module | Action |\n|---|---|\n| hrnq | dumped LSASS memory |`,
      'LSASS Memory',
    ],
    [
      'Defender, with its process ended besides',
      'On Windows they disabled Windows Defender by PowerShell and ended its process by taskkill.',
      'Windows Defender Disabled Through Registry',
    ],
  ])('%s', async (_what, text, title) => {
    expect(await titlesOf(text)).toContain(title);
  });
});

describe('what a section says under its heading', () => {
  const LOADER = `${ON_WINDOWS} The loader bypasses UAC with fodhelper.exe.`;

  it('happened where the heading says how the intrusion was found', async () => {
    expect(await titlesOf(`# Mossrat\n\n## Initial lead and detection\n\n${LOADER}`)).toContain('UAC Bypassed');
  });

  it('is for readers where the heading speaks of detection alone', async () => {
    expect(await titlesOf(`# Mossrat\n\n## Detection\n\n${LOADER}`)).not.toContain('UAC Bypassed');
  });
});

import { behaviourAt } from '../kinds/behaviour-at.js';
import type { UntypedBehaviour } from '../model.js';
import { type Passage, sentenceAround } from '../segment/passage.js';

const MAC_TOOL =
  /^(?:launchctl|scutil|osascript|defaults|xattr|codesign|dscl|sw_vers|system_profiler|security|plutil|plistbuddy|mdfind|hdiutil|spctl|ioreg|csrutil|tccutil|tmutil|pbpaste|screencapture|networksetup|kextload|pkgutil|dscacheutil|sysadminctl)$/;

/** Whether only macOS has this command. Takes a bare lower-case name. */
export function isMacTool(name: string): boolean {
  return MAC_TOOL.test(name);
}

/** Whether a document tells of macOS and of no other Unix. */
export function isAboutMac(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const mac = count(/\bmacOS\b|\bMac ?OS ?X\b|\bOS ?X\b|\bLaunchAgents?\b|\.plist\b|\.dmg\b/g);
  return mac > 2 && mac > 3 * count(/\bLinux\b|\bESXi\b|\bUbuntu\b|\bELF\b|\bauditd\b|\bKubernetes\b/g);
}

const LAUNCH_FILE =
  /(?:~|\/Users\/[^\s/]{1,32})?\/Library\/Launch(?:Agent|Daemon)s\/[\w-][\w.-]{2,80}\.plist(?!\w)|(?<![\w/.-])com\.[\w-]{2,40}\.[\w.-]{2,60}\.plist(?!\w)/g;
/** What a list without its folder must be told of to be one that starts programs. */
const LAUNCHED = /\bLaunch ?(?:Agent|Daemon)|\bpersist|\blaunchctl\b/i;

/** Finds the property lists by which macOS starts programs. */
export function findLaunchFiles(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(LAUNCH_FILE)].flatMap((match) => {
      const [path] = match;
      // What every page of documentation calls its example.
      if (/(?:^|\/)(?:file_?name|example|name|label|com\.(?:example|company)[\w.]*)\.plist$/i.test(path)) return [];
      const at = { start: match.index, end: match.index + path.length };
      const sentence = sentenceAround(passage.text, at.start, at.end);
      const words = passage.text.slice(sentence.start, sentence.end);
      if (!path.includes('/') && !LAUNCHED.test(words)) return [];
      return [
        behaviourAt(passage, at, 0.8, {
          kind: 'file',
          value: path,
          platforms: ['endpoint-sysmon'],
          details: { path, system: 'macos' },
          techniques: [/Launch ?Daemon/i.test(path.includes('/') ? path : words) ? 'T1543.004' : 'T1543.001'],
        }),
      ];
    }),
  );
}

import { listPattern } from '../knowledge/word-pattern.js';
import type { CommandSystem } from '../model.js';

const WINDOWS =
  /\.exe\b|\.dll\b|\.ps1\b|\.lnk\b|\b[A-Z]:\\|\bHK(?:LM|CU|EY_)|\bWindows\b|\bPowerShell\b|\bActive Directory\b|\bLSASS\b/g;
const LINUX = listPattern(String.raw`(?<![\w.:/])\/(?:etc|tmp|bin|usr|var|dev)\/|\b{marks-of-linux}\b`, 'g');
const LINUX_MIN = 4;
/** Mentions of Windows below this share of the system's own are only in passing. */
const IN_PASSING = 1 / 6;

/**
 * The system that a document's hosts run. Most reports are on Windows, so Linux and macOS are chosen only where Windows is at most
 * mentioned in passing.
 */
export function hostSystem(text: string): CommandSystem {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const windows = count(WINDOWS);
  if (isAboutMac(text)) return windows <= count(/\bmacOS\b|\bMac\b|\bOS ?X\b|\.plist\b/g) ? 'macos' : 'windows';
  const linux = count(LINUX());
  return linux >= LINUX_MIN && windows <= linux * IN_PASSING ? 'linux' : 'windows';
}

/** The system that most of a document is about, for commands that exist on both. */
export function mainSystem(text: string): CommandSystem {
  if (isAboutMac(text)) return 'macos';
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const windows = count(/\.exe\b|\.dll\b|[A-Z]:\\|HKLM|HKCU|\bWindows\b|PowerShell/g);
  const linux = count(
    /\/(?:etc|tmp|bin|usr|var|dev)\/|\bLinux\b|\bUbuntu\b|\bbash\b|\bcron\b|\bELF\b|\bcontainer|\bKubernetes\b/g,
  );
  return linux > windows ? 'linux' : 'windows';
}

/** Whether a document is about macOS and no other Unix. */
export function isAboutMac(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const mac = count(/\bmacOS\b|\bMac ?OS ?X\b|\bOS ?X\b|\bLaunchAgents?\b|\.plist\b|\.dmg\b/g);
  return mac > 2 && mac > 3 * count(/\bLinux\b|\bESXi\b|\bUbuntu\b|\bELF\b|\bauditd\b|\bKubernetes\b/g);
}

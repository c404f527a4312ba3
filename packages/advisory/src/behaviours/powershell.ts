import { isKnownCmdlet, techniquesOfCmdlet } from '@tripline/attack';
import type { Behaviour } from '../model.js';
import { isCmdlet } from './commands.js';
import { confidenceAt, type Passage } from './passage.js';

const CMDLET = /(?<![\w./\\-])([A-Z][a-z]+(?:[A-Z][a-z]+)?-[A-Z]\w{2,50})(?![\w-])/g;
const DOTNET =
  /(?<![\w.])\[?(?:System\.)?(?:Net\.WebClient|Net\.Sockets\.TCPClient|IO\.MemoryStream|IO\.Compression\.\w+|Reflection\.Assembly|Management\.Automation\.AmsiUtils|Security\.Cryptography\.\w+|DirectoryServices\.\w+|Runtime\.InteropServices\.\w+|Convert\]::FromBase64String)|\.(?:DownloadString|DownloadFile|DownloadData|OpenRead|UploadFile|UploadString)\b/gi;

/** Cmdlets so common that only a line with more in it says anything. */
const ORDINARY = new Set(
  `get-item set-item get-content set-content write-host write-output get-process get-service select-object where-object foreach-object out-file
  get-childitem new-item get-date start-sleep test-path join-path import-module get-command get-help out-null get-member new-object add-type`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/**
 * Finds PowerShell as script text: a line of code that calls cmdlets or .NET types known from attacks, or such a cmdlet named in prose.
 * `details.line` tells whether the finding is a whole line; `details.cmdlets` names what was seen, blank-separated.
 */
export function findPowerShell(passages: readonly Passage[]): readonly Behaviour[] {
  return passages.flatMap(scriptOf);
}

function scriptOf(passage: Passage): readonly Behaviour[] {
  const found = new Map<string, Behaviour>();
  const seen = (name: string, start: number): void => {
    const key = name.toLowerCase();
    if (found.has(key) || ORDINARY.has(key)) return;
    const known = isKnownCmdlet(name);
    const code =
      passage.block.type === 'code' ||
      (passage.block.code ?? []).some(
        (span) => span.start <= passage.start + start && passage.start + start < span.end,
      );
    if (!known && !code) return;
    found.set(key, {
      kind: 'powershell',
      value: name,
      start: passage.start + start,
      end: passage.start + start + name.length,
      platforms: ['endpoint-powershell'],
      confidence: confidenceAt(passage, start, start + name.length, known ? 0.85 : 0.6),
      role: passage.block.role,
      details: { cmdlet: name, known: String(known) },
      techniques: techniquesOfCmdlet(name).map((hint) => hint.id),
    });
  };
  for (const match of passage.text.matchAll(CMDLET)) {
    if (isCmdlet(match[1] as string)) seen(match[1] as string, match.index);
  }
  for (const match of passage.text.matchAll(DOTNET)) seen(match[0], match.index);
  return [...found.values()];
}

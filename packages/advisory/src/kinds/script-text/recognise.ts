import { isKnownCmdlet, techniquesOfCmdlet } from '@tripline/attack';
import { confidenceAt } from '../../attribute/attribute.js';
import type { ScriptText } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import type { Reading } from '../kind.js';
import { isCmdlet } from './cmdlets.js';
import { isTellingScript, scriptParts } from './script-parts.js';

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

/** Finds PowerShell: a line of code that calls cmdlets or .NET types known from attacks, or such a name by itself. */
export function recogniseScriptText({ told }: Reading): readonly ScriptText[] {
  return told.flatMap((passage) => [...scriptLines(passage), ...scriptOf(passage)]);
}

const LINE_MAX = 4000;

/** Lines that are script by themselves, without a command line that starts it: from the first telling name to the end of the line. */
function scriptLines(passage: Passage): readonly ScriptText[] {
  const found: ScriptText[] = [];
  let lineStart = 0;
  for (const whole of passage.text.split('\n')) {
    const line = whole.slice(0, LINE_MAX);
    const parts = scriptParts(line);
    const first = parts[0];
    const last = parts.at(-1);
    if (first !== undefined && last !== undefined && isTellingScript(line, parts)) {
      const start = lineStart + first.start;
      const rest = /^[^)\n]{0,300}\)?/.exec(line.slice(last.end))?.[0].length ?? 0;
      const end = lineStart + last.end + rest;
      found.push({
        kind: 'script-text',
        value: passage.text.slice(start, end),
        start: passage.start + start,
        end: passage.start + end,
        platforms: ['endpoint-powershell'],
        confidence: confidenceAt(passage, start, end, passage.block.type === 'code' ? 0.95 : 0.85),
        role: passage.block.role,
        form: 'line',
        known: true,
        techniques: ['T1059.001', ...(/download|webrequest|bitstransfer/i.test(line) ? ['T1105'] : [])],
      });
    }
    lineStart += whole.length + 1;
  }
  return found;
}

function scriptOf(passage: Passage): readonly ScriptText[] {
  const found = new Map<string, ScriptText>();
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
      kind: 'script-text',
      value: name,
      start: passage.start + start,
      end: passage.start + start + name.length,
      platforms: ['endpoint-powershell'],
      confidence: confidenceAt(passage, start, start + name.length, known ? 0.85 : 0.6),
      role: passage.block.role,
      form: 'name',
      known,
      techniques: techniquesOfCmdlet(name).map((hint) => hint.id),
    });
  };
  for (const match of passage.text.matchAll(CMDLET)) {
    if (isCmdlet(match[1] as string)) seen(match[1] as string, match.index);
  }
  for (const match of passage.text.matchAll(DOTNET)) seen(match[0], match.index);
  return [...found.values()];
}

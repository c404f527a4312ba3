import { isKnownCmdlet } from '@tripline/attack';
import { confidenceAt } from '../attribute/attribute.js';
import type { UntypedBehaviour } from '../model.js';
import { commandSpans } from '../segment/commands.js';
import type { CommandSpan } from '../segment/model.js';
import type { Passage } from '../segment/passage.js';
import { type CommandSystem, type ToolKnowledge, toolOf } from '../segment/programs.js';
import { isAboutMac, isMacTool } from './mac.js';

/** How sure a command is by how it stands in the text. */
const CERTAINTY = { typed: 0.95, quoted: 0.9, prose: 0.85 } as const;

/**
 * Command lines as behaviours. Each carries `details.image` (as written), `details.tool` (bare name), `details.system`, and `details.literal`
 * where the command's text is not the text of its span.
 */
export function findCommands(passages: readonly Passage[], fallback: CommandSystem): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) => commandSpans(passage).map((span) => commandBehaviour(passage, span, fallback)));
}

function commandBehaviour(passage: Passage, span: CommandSpan, fallback: CommandSystem): UntypedBehaviour {
  const tool = toolOf(span.head);
  const system = systemOf(span.text, tool, fallback);
  const isEscaped = span.shell !== 'code' && span.shell !== 'sql' && span.text.length !== span.end - span.start;
  return {
    kind: 'command',
    value: span.text,
    start: span.start,
    end: span.end,
    platforms: system === 'linux' ? ['endpoint-auditd'] : ['endpoint-sysmon'],
    confidence: confidenceAt(passage, span.start - passage.start, span.end - passage.start, CERTAINTY[span.setting]),
    role: passage.block.role,
    details: { image: span.head, tool: span.program, system, ...(isEscaped ? { literal: span.text } : {}) },
    techniques: [],
  };
}

function systemOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (tool !== undefined && isMacTool(tool.name)) return 'macos';
  const system = shapeOf(text, tool, fallback);
  return system === 'linux' && fallback === 'macos' ? 'macos' : system;
}

function shapeOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (
    /\.exe\b|[A-Za-z]:\\|%\w+%|\\\\|HKLM|HKCU|\s\/[a-z]{1,3}\s|\\\w/i.test(text) &&
    !/(?:^|\s)\/(?:tmp|etc|bin|usr|var|dev)\//.test(text)
  ) {
    return 'windows';
  }
  if (/(?:^|[\s"'=>])(?:\/(?:tmp|etc|bin|usr|var|dev|home|root|opt|proc)\/|~\/|\.\/)|\|\s*(?:ba)?sh\b/.test(text))
    return 'linux';
  if (tool !== undefined && tool.systems.length === 1) return tool.systems[0] as CommandSystem;
  return tool === undefined ? 'windows' : fallback;
}

/** The system most of a document talks about, for commands that exist on both. */
export function mainSystem(text: string): CommandSystem {
  if (isAboutMac(text)) return 'macos';
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const windows = count(/\.exe\b|\.dll\b|[A-Z]:\\|HKLM|HKCU|\bWindows\b|PowerShell/g);
  const linux = count(
    /\/(?:etc|tmp|bin|usr|var|dev)\/|\bLinux\b|\bUbuntu\b|\bbash\b|\bcron\b|\bELF\b|\bcontainer|\bKubernetes\b/g,
  );
  return linux > windows ? 'linux' : 'windows';
}

/** Whether a word is a PowerShell command: one that detections know, or of the verb-noun form with an approved verb. */
export function isCmdlet(word: string): boolean {
  return isKnownCmdlet(word) || APPROVED.test(word);
}

const APPROVED =
  /^(?:Add|Clear|Compress|Connect|Convert|ConvertFrom|ConvertTo|Copy|Disable|Dismount|Enable|Enter|Expand|Export|Find|Format|Get|Import|Install|Invoke|Mount|Move|New|Out|Read|Register|Remove|Rename|Reset|Restart|Restore|Resume|Save|Search|Select|Send|Set|Start|Stop|Suspend|Test|Uninstall|Unregister|Update|Write)-[A-Z]\w{2,}$/i;

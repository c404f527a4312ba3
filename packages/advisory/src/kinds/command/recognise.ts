import { withoutReadersCommands } from '../../attribute/actors-passages.js';
import { confidenceAt } from '../../attribute/attribute.js';
import { mainSystem } from '../../attribute/host-system.js';
import { isRunOnPlaceholder } from '../../attribute/target-host.js';
import { wordSet } from '../../knowledge/load.js';
import type { CommandLine, CommandSystem } from '../../model.js';
import { commandSpans } from '../../segment/commands.js';
import type { CommandSpan } from '../../segment/model.js';
import type { Passage } from '../../segment/passage.js';
import { type ToolKnowledge, toolOf } from '../../segment/programs.js';
import { hasWindowsSigns, namesFileOf } from '../../segment/windows-signs.js';
import { isWordCharacter } from '../../text/characters.js';
import { startsWithAny } from '../../text/ends.js';
import { splitAtBlanks } from '../../text/shape.js';
import { hasPair } from '../../text/stretches.js';
import { hasUnixPath, pipesIntoShell } from './path-starts.js';
import { programsIn } from './programs.js';

/** The confidence of a command by how it stands in the text. */
const CERTAINTY = { typed: 0.95, quoted: 0.9, prose: 0.85 } as const;

/**
 * The command lines that the actor or the actor's programs ran. `told` are the passages about the actor, `text` is the whole document's.
 */
export function recogniseCommands(told: readonly Passage[], text: string): readonly CommandLine[] {
  const fallback = mainSystem(text);
  return withoutReadersCommands(told).flatMap((passage) =>
    commandSpans(passage)
      .filter((span) => !isRunOnPlaceholder(span.text))
      .map((span) => commandLine(text, passage, span, fallback)),
  );
}

function commandLine(text: string, passage: Passage, span: CommandSpan, fallback: CommandSystem): CommandLine {
  const system = systemOf(span.text, toolOf(span.head), fallback);
  return {
    kind: 'command',
    value: span.text,
    start: span.start,
    end: span.end,
    platforms: system === 'linux' ? ['endpoint-auditd'] : ['endpoint-sysmon'],
    confidence: confidenceAt(passage, span.start - passage.start, span.end - passage.start, CERTAINTY[span.setting]),
    role: passage.block.role,
    techniques: [],
    shell: span.shell,
    system,
    programs: programsOf(text, span),
    escaped: isEscaped(span),
  };
}

function isEscaped({ shell, text, start, end }: CommandSpan): boolean {
  return shell !== 'code' && shell !== 'sql' && text.length !== end - start;
}

/**
 * The programs of a command. A command that cannot be taken apart, or whose text is escaped, has only the program by which it was found.
 */
function programsOf(text: string, span: CommandSpan): CommandLine['programs'] {
  const [first, ...others] = isEscaped(span) ? [] : programsIn(text, span);
  const { start, end, program: name, head } = span;
  return first === undefined ? [{ start, end, name, head, arguments: [] }] : [first, ...others];
}

function systemOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (tool !== undefined && wordSet('programs-macos').has(tool.name)) return 'macos';
  const system = shapeOf(text, tool, fallback);
  return system === 'linux' && fallback === 'macos' ? 'macos' : system;
}

const UNIX_FOLDERS = ['/tmp/', '/etc/', '/bin/', '/usr/', '/var/', '/dev/'];

/** Whether a backslash stands before a name or another backslash. */
const hasBackslash = (text: string): boolean =>
  text.includes('\\\\') || hasPair(text, (character) => character === '\\', isWordCharacter);

function shapeOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (
    (namesFileOf(text, ['.exe']) || hasWindowsSigns(text) || hasBackslash(text)) &&
    !splitAtBlanks(text).some((word) => startsWithAny(word, UNIX_FOLDERS))
  ) {
    return 'windows';
  }
  if (hasUnixPath(text) || pipesIntoShell(text)) return 'linux';
  if (tool !== undefined && tool.systems.length === 1) return tool.systems[0] as CommandSystem;
  return tool === undefined ? 'windows' : fallback;
}

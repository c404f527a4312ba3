import { withoutReadersCommands } from '../../attribute/actors-passages.js';
import { confidenceAt } from '../../attribute/attribute.js';
import { mainSystem } from '../../attribute/host-system.js';
import { isTriedOnTarget } from '../../attribute/site.js';
import { wordSet } from '../../knowledge/load.js';
import type { CommandLine, CommandProgram, CommandSystem } from '../../model.js';
import { commandSpans } from '../../segment/commands.js';
import type { CommandSpan } from '../../segment/model.js';
import type { Passage } from '../../segment/passage.js';
import { bareName, type ToolKnowledge, toolOf } from '../../segment/programs.js';
import { wordsOf } from '../../segment/words.js';

/** How sure a command is by how it stands in the text. */
const CERTAINTY = { typed: 0.95, quoted: 0.9, prose: 0.85 } as const;

/** The command lines that the actor or the actor's programs ran. `told` are the passages that tell of them, `text` is the whole document's. */
export function recogniseCommands(told: readonly Passage[], text: string): readonly CommandLine[] {
  const fallback = mainSystem(text);
  return withoutReadersCommands(told).flatMap((passage) =>
    commandSpans(passage)
      .filter(({ text }) => !isTriedOnTarget(text))
      .map((span) => commandLine(passage, span, fallback)),
  );
}

function commandLine(passage: Passage, span: CommandSpan, fallback: CommandSystem): CommandLine {
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
    programs: programsOf(passage, span),
    escaped: span.shell !== 'code' && span.shell !== 'sql' && span.text.length !== span.end - span.start,
  };
}

/** The programs of a command, the first by the name that the command was found by. */
function programsOf(passage: Passage, span: CommandSpan): CommandLine['programs'] {
  const programs = span.programs.map(({ start, end }): CommandProgram => {
    const [head, ...rest] = wordsOf(passage.text, start - passage.start, end - passage.start);
    const written = (head?.text ?? '').replace(/^["'“”‘’`(]+|["'“”‘’`)]+$/g, '');
    return {
      start,
      end,
      name: bareName(written),
      head: written,
      arguments: rest.map((word) => ({ ...word, start: passage.start + word.start, end: passage.start + word.end })),
    };
  });
  const [first, ...others] = programs;
  const { start, end } = span;
  const named = { ...(first ?? { start, end, arguments: [] }), name: span.program, head: span.head };
  return [named, ...others];
}

function systemOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (tool !== undefined && wordSet('programs-macos').has(tool.name)) return 'macos';
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

import { currentId, techniquesOfProcess } from '@tripline/attack';
import type { Level } from '@tripline/sigma';
import { firstFitting } from '../../knowledge/commands.js';
import { knownCommands } from '../../knowledge/load.js';
import type { CommandSystem } from '../../model.js';
import { isShellsOwn, toolOf } from '../../segment/programs.js';
import { endsWithAny } from '../../text/ends.js';
import { capitalised } from '../../text/shape.js';

/** What a command shows: a title, its techniques, and the level of a rule on it. */
export interface CommandMeaning {
  readonly title: string;
  readonly techniques: readonly string[];
  readonly level: Level;
  /** Words of the command line that decide the meaning; empty when the tool alone does. */
  readonly words: readonly string[];
}

/** The meaning of a command: by its tool and the words in it; for unknown tools, by what public detections connect with the program. */
export function meaningOf(tool: string, command: string, system: CommandSystem): CommandMeaning {
  const alias = tool === 'net1' ? 'net' : endsWithAny(tool, ['64', '32']) ? tool.slice(0, -2) : tool;
  const known = firstFitting(knownCommands().get(tool) ?? knownCommands().get(alias) ?? [], command);
  if (known !== undefined) return { words: [], ...known };
  if (system === 'windows' && isShellsOwn(tool))
    return { title: 'Command Shell Execution', techniques: ['T1059.003'], level: 'medium', words: [] };
  const hints = techniquesOfProcess(
    system === 'windows' ? `${tool}.exe` : tool,
    system === 'windows' ? system : 'linux',
  );
  const id = hints[0] === undefined ? undefined : currentId(hints[0].id);
  const program = tool.length > 40 ? 'Program' : capitalised(tool);
  return {
    title: `${program} Execution`,
    // T1059 only says that something ran. No technique is better than a wrong one.
    techniques: id === undefined || id === 'T1059' ? [] : [id],
    level: 'medium',
    words: [],
  };
}

/** A command that shows a technique: its tool and the words its command line has. */
export interface TechniqueCommand {
  readonly tool: string;
  readonly words: readonly string[];
  readonly meaning: CommandMeaning;
}

/** Windows commands known for a technique that need more than the tool's name, with each tool's most telling entries. */
export function commandsOfTechnique(techniqueId: string): readonly TechniqueCommand[] {
  const found: TechniqueCommand[] = [];
  for (const [tool, entries] of knownCommands()) {
    if (toolOf(tool)?.systems.includes('windows') !== true) continue;
    for (const entry of entries) {
      const { words = [], techniques } = entry;
      if (words.join('').length >= 4 && techniques.includes(techniqueId))
        found.push({ tool, words, meaning: { ...entry, words } });
    }
  }
  return found;
}

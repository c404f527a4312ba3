import { currentId, techniquesOfProcess } from '@tripline/attack';
import type { Level } from '@tripline/sigma';
import { lazyData } from '../data-file.js';
import { type CommandSystem, isShellsOwn, toolOf } from '../segment/programs.js';

/** What a command shows: a title, its techniques, and how loud a rule on it should be. */
export interface CommandMeaning {
  readonly title: string;
  readonly techniques: readonly string[];
  readonly level: Level;
  /** Words of the command line that the meaning rests on; empty when the tool alone says it. */
  readonly words: readonly string[];
}

type Row = readonly [tool: string, words: string, title: string, techniques: string, level: Level];

const byTool = lazyData('command-knowledge.json', (rows: readonly Row[]) => {
  const table = new Map<string, { words: readonly string[]; meaning: CommandMeaning }[]>();
  for (const [tool, words, title, techniques, level] of rows) {
    const needed = words.split(' ').filter((word) => word !== '');
    const entry = { words: needed, meaning: { title, techniques: techniques.split(' '), level, words: needed } };
    table.set(tool, [...(table.get(tool) ?? []), entry]);
  }
  return table;
});

/** Reads a command: the first row of its tool whose words all stand in it; for other tools what detections attach to the program. */
export function meaningOf(tool: string, command: string, system: CommandSystem): CommandMeaning {
  const lower = command.toLowerCase();
  const alias = tool === 'net1' ? 'net' : tool.replace(/(?:64|32)$/, '');
  const rows = byTool().get(tool) ?? byTool().get(alias);
  const row = rows?.find(({ words }) => words.every((word) => lower.includes(word)));
  if (row !== undefined) return row.meaning;
  if (system === 'windows' && isShellsOwn(tool))
    return { title: 'Command Shell Execution', techniques: ['T1059.003'], level: 'medium', words: [] };
  const hints = techniquesOfProcess(
    system === 'windows' ? `${tool}.exe` : tool,
    system === 'windows' ? system : 'linux',
  );
  const id = hints[0] === undefined ? undefined : currentId(hints[0].id);
  const program = tool.length > 40 ? 'Program' : tool.charAt(0).toUpperCase() + tool.slice(1);
  return {
    title: `${program} Command Line`,
    // That something ran says no more than that: no technique is better than a wrong one.
    techniques: id === undefined || id === 'T1059' ? [] : [id],
    level: 'medium',
    words: [],
  };
}

/** A command that shows a technique: its tool and the words its command line has. */
export interface KnownCommand {
  readonly tool: string;
  readonly words: readonly string[];
  readonly meaning: CommandMeaning;
}

/** Windows commands known for a technique that more than the tool's name tells apart, each tool's most telling rows. */
export function commandsOfTechnique(techniqueId: string): readonly KnownCommand[] {
  const found: KnownCommand[] = [];
  for (const [tool, rows] of byTool()) {
    if (toolOf(tool)?.systems.includes('windows') !== true) continue;
    for (const { words, meaning } of rows) {
      if (words.length > 0 && words.join('').length >= 4 && meaning.techniques.includes(techniqueId)) {
        found.push({ tool, words, meaning });
      }
    }
  }
  return found;
}

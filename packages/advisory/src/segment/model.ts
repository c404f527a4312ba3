import type { Block, Shell, Span } from '../model.js';

/** How a command stands in the text, from the surest to the least sure. */
export type CommandSetting = 'typed' | 'quoted' | 'prose';

/** One command line: what one line of a shell holds, several programs of a pipe or chain included. */
export interface CommandSpan extends Span {
  readonly shell: Shell;
  /** Bare lower-case name of the first program. */
  readonly program: string;
  /** The first program as written. */
  readonly head: string;
  /** The command as typed: the text of the span, or that text without the escapes of a query's value. */
  readonly text: string;
  readonly block: Block;
  readonly setting: CommandSetting;
  /** The stretch of each program, in order; one that a shell starts (`cmd /c …`) begins with the shell. */
  readonly programs: readonly Span[];
}

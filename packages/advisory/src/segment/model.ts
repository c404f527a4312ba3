import type { Block, Shell, Span } from '../model.js';

/** How a command stands in the text, from the surest to the least sure. */
export type CommandSetting = 'typed' | 'quoted' | 'prose';

/** One command line: one line of a shell, with all programs of a pipe or chain. */
export interface CommandSpan extends Span {
  readonly shell: Shell;
  /** Bare lower-case name of the first program. */
  readonly program: string;
  /** The first program as written. */
  readonly head: string;
  /** The command as typed: the text of the span, or that text without a query's escapes. */
  readonly text: string;
  readonly block: Block;
  readonly setting: CommandSetting;
  /** The span of each program, in order. One that a shell starts (`cmd /c …`) begins with the shell. */
  readonly programs: readonly Span[];
}

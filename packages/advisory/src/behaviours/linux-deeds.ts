import { lazyData } from '../data-file.js';
import type { Word } from '../segment/words.js';

type Row = readonly [tool: string, argument: string, title: string, techniques: string, level: 'medium' | 'high'];

/** A Linux command that one short argument makes telling, whatever file it names: `chattr +i`, `setenforce 0`. */
export interface LinuxDeed {
  readonly argument: string;
  readonly title: string;
  readonly techniques: readonly string[];
  readonly level: 'medium' | 'high';
}

const deeds = lazyData('linux-deeds.json', (rows: readonly Row[]) => {
  const table = new Map<string, LinuxDeed[]>();
  for (const [tool, argument, title, techniques, level] of rows) {
    const deed = { argument, title, techniques: techniques.split(' '), level };
    table.set(tool, [...(table.get(tool) ?? []), deed]);
  }
  return table;
});

/**
 * The deed that a tool's argument makes, if any. Takes the tool's bare name and the argument as written; `name=value` is found by its name,
 * punctuation of a sentence after it does not matter.
 */
function linuxDeed(tool: string, argument: string): LinuxDeed | undefined {
  const bare = argument.replace(/[.,;:!?)]+$/, '');
  return deeds()
    .get(tool)
    ?.find(
      (deed) => bare === deed.argument || bare.startsWith(`${deed.argument}=`) || bare.startsWith(`${deed.argument}+`),
    );
}

/** The deed of a command's words (the tool's name first) and which of them makes it. */
export function deedIn(
  tool: string,
  words: readonly Word[],
): { readonly deed: LinuxDeed; readonly at: number } | undefined {
  for (const [at, word] of words.entries()) {
    if (at > 0 && /[|;]|&&/.test(word.text)) return undefined;
    const deed = at === 0 ? undefined : linuxDeed(tool, word.text);
    if (deed !== undefined) return { deed, at };
  }
  return undefined;
}

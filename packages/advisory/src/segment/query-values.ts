import { isBlank } from '../text/characters.js';
import { firstWord, hasBlank, unescaped } from '../text/shape.js';
import { skip } from '../text/stretches.js';
import type { CommandSpan } from './model.js';
import type { Passage } from './passage.js';
import { toolOf } from './programs.js';
import { stringEnd } from './quoted-string.js';

/** The field of a command line in a hunting query, up to its first quoted value. */
const FIELD =
  /command_?line\b["'\])]{0,3}\s{0,3}(?:[:=]{1,2}~?|contains\w{0,12}|has(?:_any)?|in~?|like|startswith|endswith)\s{0,3}\(?\s{0,3}(?=")/gi;
const LENGTH = { least: 8, most: 400 };
/** Most white space on either side of what joins two values. */
const BLANKS_MAX = 3;
const VALUES_MAX = 60;
/** No honest passage has as many. */
const FOUND_MAX = 200;

/** What surrounds the command: wildcards, and the shell's switch with its quotes. */
const WRAPPER = /^\*?\s*(?:(?:cmd(?:\.exe)?\s+)?\/[ck]\s+)?["']?\s*|["']?\s*\*?$/gi;

/**
 * Finds whole command lines among the escaped values of hunting queries (`"\/C \"chcp 65001 \> NUL\""`), which no other finder recognises.
 * `text` is the command without escapes and wrapper; the span covers the quoted value.
 */
export function queryCommands(passage: Passage): readonly CommandSpan[] {
  const { text } = passage;
  const found: CommandSpan[] = [];
  for (const field of text.matchAll(FIELD)) {
    if (found.length >= FOUND_MAX) break;
    let at = field.index + field[0].length;
    for (let count = 0; count < VALUES_MAX; count += 1) {
      const close = text[at] === '"' ? stringEnd(text, at + 1, '"', LENGTH) : undefined;
      if (close === undefined) break;
      const written = text.slice(at + 1, close);
      const literal = unescaped(written).replaceAll('\\\\', '\\').replace(WRAPPER, '');
      const tool = toolOf(firstWord(literal));
      if (written.includes('\\') && tool?.systems.includes('windows') === true && hasBlank(literal.trimEnd())) {
        const place = { start: passage.start + at + 1, end: passage.start + at + 1 + written.length };
        found.push({
          ...place,
          shell: 'cmd',
          program: tool.name,
          head: tool.name,
          text: literal,
          block: passage.block,
          setting: 'quoted',
          programs: [place],
        });
      }
      const next = nextValue(text, close + 1);
      if (next === undefined) break;
      at = next;
    }
  }
  return found;
}

/** The place of the next value of a list, behind `OR` or a comma. */
function nextValue(text: string, from: number): number | undefined {
  const joint = skip(text, from, isBlank, BLANKS_MAX);
  const length = text[joint] === ',' ? 1 : text.slice(joint, joint + 2).toUpperCase() === 'OR' ? 2 : 0;
  const next = skip(text, joint + length, isBlank, BLANKS_MAX);
  return length > 0 && text[next] === '"' ? next : undefined;
}

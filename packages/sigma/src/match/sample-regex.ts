import { readRegex } from '../regex/reader.js';
import { type CodeRange, complementRanges, type RegexNode } from '../regex/tree.js';

/** Longest text for an expression; log values are not longer. */
const LENGTH_MAX = 2000;
/** How often the choices in an expression are tried again. */
const VARIANTS = 3;
/** Characters that represent a set, in order of preference. */
const PLAIN = [...'axA1-_./\\:= '].map((character) => character.codePointAt(0) as number);

/**
 * Texts that a regular expression probably matches, shortest first; the caller tries them. None where the expression cannot be parsed or
 * depends on its surroundings.
 */
export function regexSamples(source: string, flags: string): readonly string[] {
  const tree = readRegex(source, flags);
  if (tree === undefined) return [];
  const samples = Array.from({ length: VARIANTS }, (_, variant) => write(tree, variant));
  return [...new Set(samples.filter((sample) => sample !== undefined))];
}

/** One text for a node; `variant` picks among alternatives, and from 1 on includes optional repetitions. */
function write(node: RegexNode, variant: number): string | undefined {
  switch (node.kind) {
    case 'set':
      return characterOf(node.negated ? complementRanges(node.ranges) : node.ranges);
    case 'dot':
      return 'x';
    case 'start':
    case 'end':
    case 'boundary':
      return '';
    case 'assertion':
    case 'unknown':
      return undefined;
    case 'either':
      return write(node.options[variant % node.options.length] as RegexNode, variant);
    case 'repeat':
      return repeated(node.item, Math.min(node.max, Math.max(node.min, Math.min(variant, 1))), variant);
    case 'sequence': {
      let text = '';
      for (const item of node.items) {
        const part = write(item, variant);
        if (part === undefined || text.length + part.length > LENGTH_MAX) return undefined;
        text += part;
      }
      return text;
    }
  }
}

function repeated(item: RegexNode, times: number, variant: number): string | undefined {
  if (times === 0) return '';
  const text = write(item, variant);
  return text === undefined || text.length * times > LENGTH_MAX ? undefined : text.repeat(times);
}

function characterOf(ranges: readonly CodeRange[]): string | undefined {
  const plain = PLAIN.find((code) => ranges.some(([from, to]) => code >= from && code <= to));
  const code = plain ?? ranges[0]?.[0];
  // Half of a surrogate pair is not a character.
  return code === undefined || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code);
}

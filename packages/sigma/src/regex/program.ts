import { type CodeRange, type RegexNode, WORD } from './tree.js';

type Repeat = Extract<RegexNode, { kind: 'repeat' }>;

/** Whether a character is one that an instruction takes. */
type Fits = (code: number) => boolean;

/** One step of a search. `first` is tried before `second`. */
export type Instruction =
  | { readonly op: 'character'; readonly fits: Fits }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'at'; readonly holds: (codes: Uint32Array, position: number) => boolean }
  /** Goes on behind `next` where one of the parts matches, or, without `holds`, where none does. A part begins `length` characters before. */
  | {
      readonly op: 'look';
      readonly holds: boolean;
      readonly parts: readonly { start: number; length: number }[];
      next: number;
    }
  /** Goes on at `next`, behind the first match of the part that follows. */
  | { readonly op: 'atomic'; next: number }
  | { readonly op: 'end' };

/** Most instructions of an expression; counted repetitions are written out. */
const INSTRUCTIONS_MAX = 4_000;

/** Why an expression cannot be searched for. */
export class UnsearchableError extends Error {}

/**
 * The instructions that search for an expression from one position.
 * @throws UnsearchableError for a back-reference, a look-behind without a fixed length, and an expression that is too large
 */
export function compileProgram(tree: RegexNode): readonly Instruction[] {
  const program = new Program();
  program.write(tree);
  program.add({ op: 'end' });
  return program.instructions;
}

class Program {
  readonly instructions: Instruction[] = [];

  add<Added extends Instruction>(instruction: Added): Added {
    if (this.instructions.length >= INSTRUCTIONS_MAX) throw new UnsearchableError('it is too large');
    this.instructions.push(instruction);
    return instruction;
  }

  write(node: RegexNode): void {
    switch (node.kind) {
      case 'set':
        this.add({ op: 'character', fits: setTest(node.ranges, node.negated, node.fold) });
        break;
      case 'dot':
        this.add({ op: 'character', fits: (code: number) => node.all || code !== 10 });
        break;
      case 'sequence':
        for (const item of node.items) this.write(item);
        break;
      case 'either':
        this.writeEither(node.options);
        break;
      case 'repeat':
        if (node.mode === 'possessive') this.writeAtomic(node);
        else this.writeRepeat(node);
        break;
      case 'unknown':
        throw new UnsearchableError('it has a back-reference or a class of characters that cannot be searched for');
      case 'assertion':
        if (node.asks === 'before' || node.asks === 'after') this.writeLook(node.inner, node.asks, node.holds);
        else this.add({ op: 'at', holds: SURROUNDINGS[node.asks] });
        break;
      default:
        this.add({ op: 'at', holds: SURROUNDINGS[node.kind] });
    }
  }

  private writeEither(options: readonly RegexNode[]): void {
    const ends: { to: number }[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) this.write(option);
      else {
        const split = this.add({ op: 'split', first: this.instructions.length + 1, second: 0 });
        this.write(option);
        ends.push(this.add({ op: 'jump', to: 0 }));
        split.second = this.instructions.length;
      }
    }
    for (const end of ends) end.to = this.instructions.length;
  }

  private writeRepeat({ item, min, max, mode }: Repeat): void {
    const lazy = mode === 'lazy';
    for (let time = 0; time < min; time++) this.write(item);
    const splits: { first: number; second: number }[] = [];
    const optional = () => {
      const split = this.add({ op: 'split', first: 0, second: 0 });
      split[lazy ? 'second' : 'first'] = this.instructions.length;
      splits.push(split);
      this.write(item);
    };
    if (max === Number.POSITIVE_INFINITY) {
      const again = this.instructions.length;
      optional();
      this.add({ op: 'jump', to: again });
    } else for (let time = min; time < max; time++) optional();
    for (const split of splits) split[lazy ? 'first' : 'second'] = this.instructions.length;
  }

  private writeAtomic({ kind, item, min, max }: Repeat): void {
    const atomic = this.add({ op: 'atomic', next: 0 });
    this.writeRepeat({ kind, item, min, max });
    this.add({ op: 'end' });
    atomic.next = this.instructions.length;
  }

  private writeLook(inner: RegexNode, asks: 'before' | 'after', holds: boolean): void {
    const options = asks === 'before' && inner.kind === 'either' ? inner.options : [inner];
    const parts: { start: number; length: number }[] = [];
    const look = this.add({ op: 'look', holds, parts, next: 0 });
    for (const option of options) {
      const length = asks === 'after' ? 0 : fixedLength(option);
      if (length === undefined) throw new UnsearchableError('its look-behind has no fixed length');
      parts.push({ start: this.instructions.length, length });
      this.write(option);
      this.add({ op: 'end' });
    }
    look.next = this.instructions.length;
  }
}

/** How many characters a node always takes; undefined where that differs. */
function fixedLength(node: RegexNode): number | undefined {
  switch (node.kind) {
    case 'set':
    case 'dot':
      return 1;
    case 'sequence': {
      let sum = 0;
      for (const item of node.items) {
        const length = fixedLength(item);
        if (length === undefined) return undefined;
        sum += length;
      }
      return sum;
    }
    case 'either': {
      const lengths = node.options.map(fixedLength);
      return lengths.every((length) => length === lengths[0]) ? lengths[0] : undefined;
    }
    case 'repeat': {
      const length = fixedLength(node.item);
      return node.min !== node.max || length === undefined ? undefined : node.min * length;
    }
    default:
      return 0;
  }
}

const isWord = (code: number | undefined) =>
  code !== undefined && WORD.some(([from, to]) => code >= from && code <= to);
const isBoundary = (codes: Uint32Array, at: number) => isWord(codes[at - 1]) !== isWord(codes[at]);

const SURROUNDINGS = {
  start: (_codes: Uint32Array, at: number) => at === 0,
  end: (codes: Uint32Array, at: number) => at === codes.length,
  boundary: isBoundary,
  'no-boundary': (codes: Uint32Array, at: number) => !isBoundary(codes, at),
  'line-start': (codes: Uint32Array, at: number) => at === 0 || codes[at - 1] === 10,
  'line-end': (codes: Uint32Array, at: number) => at === codes.length || codes[at] === 10,
} as const;

function setTest(ranges: readonly CodeRange[], negated: boolean, fold: boolean): Fits {
  const within = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
  const fits = (code: number) => (within(code) || (fold && otherCases(code).some(within))) !== negated;
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number(fits(code)));
  return (code) => (code < 128 ? ascii[code] === 1 : fits(code));
}

function otherCases(code: number): readonly number[] {
  const text = String.fromCodePoint(code);
  const cases = [text.toLowerCase(), text.toUpperCase(), text.toUpperCase().toLowerCase()];
  return cases.filter((one) => [...one].length === 1).map((one) => one.codePointAt(0) as number);
}

import { compileProgram, type Instruction } from './program.js';
import type { RegexNode } from './tree.js';

/** Most steps of one search. */
const STEPS_MAX = 2_000_000;
/** Most pairs of instruction and position that one search may remember, one bit each. */
const STATES_MAX = 1 << 27;

/** Searches a text: whether the expression matches somewhere, or undefined where that would take too many steps. */
export type Search = (text: string) => boolean | undefined;

/**
 * A search with backtracking, for expressions with look-around, possessive quantifiers and atomic groups. What failed once at a position is
 * not tried there again, so without these it takes linear time; the number of steps bounds the rest.
 * @throws UnsearchableError
 */
export function createSearch(tree: RegexNode): Search {
  const program = compileProgram(tree);
  return (text) => {
    const codes = Uint32Array.from(text, (character) => character.codePointAt(0) as number);
    if (program.length * (codes.length + 1) > STATES_MAX) return undefined;
    const run = new Run(program, codes);
    for (let start = 0; start <= codes.length; start++) {
      const end = run.from(0, start);
      if (end !== NONE) return end === STOPPED ? undefined : true;
    }
    return false;
  };
}

/** In place of the position where a match ends: there is no match. */
const NONE = -1;
/** In place of the position where a match ends: there were too many steps. */
const STOPPED = -2;

class Run {
  private steps = 0;
  private readonly width: number;
  /** Which instructions were tried at which positions. */
  private readonly tried: Uint8Array;

  constructor(
    private readonly program: readonly Instruction[],
    private readonly codes: Uint32Array,
  ) {
    this.width = codes.length + 1;
    this.tried = new Uint8Array(((program.length * this.width) >> 3) + 1);
  }

  /** Where the first match of the part that begins at an instruction ends. */
  from(start: number, position: number): number {
    // Pairs of instruction and position that are still to be tried, the next one last.
    const waiting = [start, position];
    const marked: number[] = [];
    while (waiting.length > 0) {
      const at = waiting.pop() as number;
      const end = this.follow(waiting.pop() as number, at, waiting, marked);
      if (end !== NONE) return end;
    }
    return NONE;
  }

  /** Where a match ends that goes on with this instruction; what else may be tried is left waiting. */
  private follow(first: number, position: number, waiting: number[], marked: number[]): number {
    const { program, codes } = this;
    let pc = first;
    let at = position;
    while (pc !== NONE) {
      if (++this.steps > STEPS_MAX) return STOPPED;
      const state = pc * this.width + at;
      if (!this.mark(state)) return NONE;
      marked.push(state);
      const step = program[pc] as Instruction;
      switch (step.op) {
        case 'character':
          pc = at < codes.length && step.fits(codes[at] as number) ? pc + 1 : NONE;
          at++;
          break;
        case 'split':
          waiting.push(step.second, at);
          pc = step.first;
          break;
        case 'jump':
          pc = step.to;
          break;
        case 'at':
          pc = step.holds(codes, at) ? pc + 1 : NONE;
          break;
        case 'end':
          this.forget(marked);
          return at;
        default:
          at = this.beyond(step, pc, at);
          if (at === STOPPED) return STOPPED;
          pc = at === NONE ? NONE : step.next;
      }
    }
    return NONE;
  }

  /** Notes that an instruction is tried at a position. @returns false where it was before */
  private mark(state: number): boolean {
    const bit = 1 << (state & 7);
    const seen = this.tried[state >> 3] as number;
    if ((seen & bit) !== 0) return false;
    this.tried[state >> 3] = seen | bit;
    return true;
  }

  /** Of what was tried for a match, some did not fail: another search may need it. */
  private forget(marked: readonly number[]): void {
    for (const each of marked) this.tried[each >> 3] = (this.tried[each >> 3] as number) & ~(1 << (each & 7));
  }

  /** Where a match goes on after an instruction that searches on its own: look-around stays where it is. */
  private beyond(step: Extract<Instruction, { op: 'look' | 'atomic' }>, pc: number, at: number): number {
    if (step.op === 'atomic') return this.from(pc + 1, at);
    const seen = this.look(step.parts, at);
    if (seen === undefined) return STOPPED;
    return seen === step.holds ? at : NONE;
  }

  /** Whether one of the parts matches; undefined after too many steps. */
  private look(parts: readonly { start: number; length: number }[], at: number): boolean | undefined {
    for (const { start, length } of parts) {
      if (length > at) continue;
      const end = this.from(start, at - length);
      if (end === STOPPED) return undefined;
      if (end !== NONE) return true;
    }
    return false;
  }
}

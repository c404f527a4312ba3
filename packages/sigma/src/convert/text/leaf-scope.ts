import type { RulePath } from '../../model/condition.js';
import type { NoteCode } from '../note.js';
import type { ConversionContext } from '../target.js';
import type { Tolerance } from '../walk.js';

/** Where a leaf stands while it is written: in which direction its text may differ from the rule, and how to note that it does. */
export class LeafScope {
  constructor(
    readonly ctx: ConversionContext,
    readonly tolerance: Tolerance,
    readonly path: RulePath,
  ) {}

  /** The part of the rule, as notes name it. */
  get part(): string {
    return partOf(this.path);
  }

  /** Records a difference in this part of the rule. */
  note(code: NoteCode, message: string): void {
    this.ctx.note({ code, message, part: this.part });
  }

  /** The text of a placeholder in the query, with a note of it. */
  placeholder(name: string): string {
    this.note('placeholder', `%${name}% stands in the query for the value to fill in.`);
    return `%${name}%`;
  }

  /** Leaves a test out, with a note: true where the query may be wider, false under a `not`, so that no event of the rule is missed. */
  leaveOut(code: NoteCode, message: string): boolean {
    this.note(code, message);
    return this.tolerance === 'wider';
  }
}

/** The item of a rule, as notes name it. */
export function partOf({ selection, item }: RulePath): string {
  return item === '' ? selection : `${selection}.${item}`;
}

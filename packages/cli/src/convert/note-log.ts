import type { Note } from '@tripline/sigma';

/** A remark about one rule and target for standard error: a note of a conversion, or why a rule was skipped. */
export interface Remark {
  /** Path and title of the rule. */
  readonly place: string;
  readonly target: string;
  /** `note unmapped_field`, `skipped UnknownLogsource`. */
  readonly kind: string;
  readonly message: string;
}

/** So many remarks are printed one by one; more are counted by kind. */
const REMARKS_IN_FULL = 12;

/** Collects the remarks of a run. A repository has thousands, of a dozen kinds. */
export class NoteLog {
  private readonly first: Remark[] = [];
  private readonly kinds = new Map<
    string,
    { count: number; readonly byTarget: Map<string, number>; readonly example: string }
  >();
  private count = 0;

  /** @param inFull whether every remark is printed, as soon as it is there */
  constructor(private readonly inFull: boolean) {}

  add(remark: Remark): void {
    if (this.inFull) {
      process.stderr.write(lineOf(remark));
      return;
    }
    const { kind, target, message } = remark;
    if (this.first.length < REMARKS_IN_FULL) this.first.push(remark);
    this.count++;
    let known = this.kinds.get(kind);
    if (known === undefined) {
      known = { count: 0, byTarget: new Map(), example: message };
      this.kinds.set(kind, known);
    }
    known.count++;
    known.byTarget.set(target, (known.byTarget.get(target) ?? 0) + 1);
  }

  /** Adds the notes of a conversion, or of a form that contains one. */
  addNotes(place: string, target: string, notes: readonly Note[]): void {
    for (const { code, message, part } of notes) {
      const kind = `note ${code}`;
      this.add({ place, target, kind, message: part === undefined ? message : `${message} (${part})` });
    }
  }

  /** Prints the remarks, or the number of each kind where there are many. */
  end(): void {
    if (this.count <= REMARKS_IN_FULL) {
      process.stderr.write(this.first.map(lineOf).join(''));
      return;
    }
    const kinds = [...this.kinds].sort(([, a], [, b]) => b.count - a.count);
    const lines = kinds.map(([kind, { count, byTarget, example }]) => {
      const targets = [...byTarget].map(([target, number]) => `${target} ${number}`).join(', ');
      return `${String(count).padStart(7)} × ${kind} (${targets}), such as: ${example}\n`;
    });
    process.stderr.write(`${lines.join('')}--notes prints all ${this.count}, each with its rule\n`);
  }
}

function lineOf({ place, target, kind, message }: Remark): string {
  return `${place}: ${target}: ${kind}: ${message}\n`;
}

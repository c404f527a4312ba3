import { SigmaError } from '../model/error.js';
import type { Leaf, PipelineValue, Subject } from './subject.js';

/** Bounds on the work that pipelines may cause, beside those on their texts. */
export const PIPELINE_LIMITS = {
  /** Pipelines of one conversion. */
  pipelines: 50,
  /** Entries of one file, nested ones included. */
  items: 1000,
  /** Entries in entries (`nest`). */
  depth: 8,
  /** Values that are looked at in one conversion. */
  visits: 5_000_000,
  /** Characters of one value, once it was changed. */
  valueCharacters: 65_536,
  /** Characters of one query, once it was changed. */
  queryCharacters: 4_194_304,
} as const;

/** Names that the pipelines gave to fields, and where they did. Shared by the documents of one conversion. */
export interface GivenNames {
  /** Names that a field name transformation gave. */
  readonly mapped: Set<string>;
  /** Fields of conditions that pipelines added. */
  readonly added: Set<string>;
}

/** The state of one or several pipelines while they run over one document. */
export class PipelineRun {
  readonly state = new Map<string, PipelineValue>();
  /** Custom attributes of the rule. */
  readonly attributes = new Map<string, PipelineValue>();
  readonly vars: ReadonlyMap<string, PipelineValue>;
  private readonly ids = new Set<string>();
  private readonly idsOfLeaves = new WeakMap<Leaf, ReadonlySet<string>>();
  private readonly idsOfFields = new Map<string, Set<string>>();
  private visits = 0;

  constructor(
    /** The variables of all pipelines; a later one's value stands. */
    vars: readonly ReadonlyMap<string, PipelineValue>[],
    readonly names: GivenNames,
    /** The rules that a correlation refers to. */
    readonly referred: (subject: Subject) => readonly Subject[],
  ) {
    this.vars = new Map(vars.flatMap((each) => [...each]));
  }

  /** Records that an entry was applied to the rule. */
  applied(id: string | undefined): void {
    if (id !== undefined) this.ids.add(id);
  }

  /** Records that an entry made a detection item of another one. */
  appliedToLeaf(from: Leaf, to: Leaf, id: string | undefined): void {
    const before = this.idsOfLeaves.get(from);
    if (id === undefined && before === undefined) return;
    this.idsOfLeaves.set(to, new Set([...(before ?? []), ...(id === undefined ? [] : [id])]));
  }

  /** Records that an entry renamed a field. The new names inherit what was done to the old one. */
  appliedToField(from: string | undefined, to: readonly string[], id: string | undefined): void {
    for (const name of to) {
      this.names.mapped.add(name);
      const ids = this.idsOfFields.get(name) ?? new Set();
      for (const each of from === undefined ? [] : (this.idsOfFields.get(from) ?? [])) ids.add(each);
      if (id !== undefined) ids.add(id);
      this.idsOfFields.set(name, ids);
    }
  }

  wasApplied(id: string): boolean {
    return this.ids.has(id);
  }

  wasAppliedToLeaf(leaf: Leaf, id: string): boolean {
    return this.idsOfLeaves.get(leaf)?.has(id) === true;
  }

  wasAppliedToField(field: string, id: string): boolean {
    return this.idsOfFields.get(field)?.has(id) === true;
  }

  /** Counts values that are looked at. Throws TooLarge when they are too many. */
  visit(values: number): void {
    this.visits += values;
    if (this.visits > PIPELINE_LIMITS.visits) {
      throw new SigmaError(
        'TooLarge',
        `the pipelines look at more than ${PIPELINE_LIMITS.visits} values; give them fewer entries`,
      );
    }
  }
}

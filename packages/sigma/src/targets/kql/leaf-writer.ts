import type { ConversionContext } from '../../convert/target.js';
import { LeafScope } from '../../convert/text/leaf-scope.js';
import { isAbsence, spelled } from '../../convert/text/tests.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import type { Access } from './access.js';
import type { Column } from './column.js';
import { ColumnWriter } from './column-writer.js';
import { renderKeyword } from './keywords.js';
import { quoteName } from './literal.js';
import type { QueryColumns } from './query.js';
import type { Source } from './source.js';
import { LINES, SYNTAX } from './syntax.js';

/** Writes the leaves of one conversion. Without `columns` (pipeline `none`) fields keep their own names. */
export class LeafWriter extends ColumnWriter {
  /** Set when a leaf used a computed column. */
  computed = false;
  /** Whether the leaf is an operand of the outermost `and`, so that rows which fail it are dropped anyway. */
  demanded = false;
  /** Whether the parts of a leaf stand on lines of their own. */
  lines = false;

  constructor(
    private readonly source: Source | undefined,
    private readonly columns: QueryColumns | undefined,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  /** The one column of a field, for a comparison with it; none where its value is not in one column. */
  protected placesOf(field: string, { part }: LeafScope): readonly Column[] {
    const { columns } = this;
    if (columns === undefined) return [{ expression: quoteName(field), type: 'unknown', form: 'value' }];
    const [access, ...others] = columns.place(field, part).accesses;
    if (access === undefined || access.kind === 'array' || others.length > 0) return [];
    if (access.kind === 'extend') this.computed = true;
    return [columns.column(access)];
  }

  protected override field(leaf: FieldTest, scope: LeafScope): Rendered {
    const { columns, source } = this;
    if (columns === undefined) {
      return this.atPlace(leaf.tests, leaf.join, this.placesOf(leaf.field, scope)[0] as Column, scope);
    }
    if (leaf.field === 'EventID' && source?.eventIds !== undefined) {
      return this.eventIds(leaf, source.eventIds, columns, scope);
    }
    const { accesses, values } = columns.place(leaf.field, scope.part);
    const tests = values === undefined ? leaf.tests : leaf.tests.map((test) => spelled(test, values));
    return this.overPlaces(tests, leaf.join, accesses, (some, access) => {
      if (access.kind !== 'column') this.computed = true;
      if (access.kind === 'array') return this.lined(leaf.join, this.elements(leaf, access, some, columns, scope));
      return this.atPlace(some, leaf.join, columns.column(access, some), scope);
    });
  }

  protected override atPlace(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    column: Column,
    scope: LeafScope,
  ): Rendered {
    return this.lined(join, this.parts(tests, join, column, scope));
  }

  /** Tests of an array's elements: "missing" means that no element has the value; every other test needs one that satisfies it. */
  private elements(
    { field, join }: FieldTest,
    access: Extract<Access, { kind: 'array' }>,
    tests: readonly ValueTest[],
    columns: QueryColumns,
    scope: LeafScope,
  ): readonly Rendered[] {
    const element = columns.element(access);
    const flagged = (test: string) => `${columns.flag(field, access, test, this.demanded)} > 0`;
    const present = tests.filter((test) => !isAbsence(test));
    const parts: Rendered[] = tests
      .filter(isAbsence)
      .map(() => `${columns.flag(field, access, `isnotempty(${element.expression})`, false)} == 0`);
    const rendered = present.length === 0 ? [] : this.parts(present, join, element, scope);
    const texts = rendered.filter((part) => typeof part === 'string');
    if (join === 'all') return [...parts, ...rendered.map((part) => (typeof part === 'string' ? flagged(part) : part))];
    if (rendered.includes(true)) return [...parts, true];
    if (texts.length > 0) return [...parts, flagged(texts.join(' or '))];
    return rendered.length > 0 ? [...parts, false] : parts;
  }

  /** Tests of event ids in a table of one kind of event without such a column: each id stands for a condition. */
  private eventIds(
    { field, tests, join }: FieldTest,
    ids: Readonly<Record<string, string>>,
    columns: QueryColumns,
    scope: LeafScope,
  ): Rendered {
    const parts = tests.flatMap((test): readonly Rendered[] => {
      const id = test.op === 'number' ? String(test.value) : test.op === 'string' ? test.pattern.literal : '';
      const meaning = Object.hasOwn(ids, id) ? ids[id] : undefined;
      if (meaning !== undefined) return [meaning === 'true' ? true : meaning];
      const [access] = columns.place(field, scope.part).accesses;
      if (access === undefined || access.kind === 'array') return [];
      this.computed = true;
      return this.parts([test], join, columns.column(access), scope);
    });
    return this.lined(join, parts);
  }

  protected override keywords({ tests, join }: KeywordTest, scope: LeafScope): Rendered {
    return this.lined(
      join,
      tests.map((test) => this.keyword(test, scope)),
    );
  }

  protected override keyword(test: ValueTest, scope: LeafScope): Rendered {
    return renderKeyword(test, scope);
  }

  /** Alternatives on a column that are written a second time, so their notes are made already. */
  repeated(column: Column, tests: readonly ValueTest[]): Rendered {
    const quiet = new LeafScope({ ...this.ctx, note: () => {} }, 'wider', { selection: '', item: '' });
    return this.join('any', this.parts(tests, 'any', column, quiet));
  }

  private lined(join: 'any' | 'all', parts: readonly Rendered[]): Rendered {
    return joinRendered(join === 'any' ? 'or' : 'and', parts, this.lines ? LINES : SYNTAX);
  }
}

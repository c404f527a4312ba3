import type { MappedField, ResolvedMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly } from '../../convert/text/patterns.js';
import { TemplateWriter } from '../../convert/text/template-writer.js';
import { spelled, type TestOf } from '../../convert/text/tests.js';
import { SIGNS } from '../../convert/text/tokens.js';
import type { BooleanSyntax, Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { patternOf } from '../../parse/pattern.js';
import { expression, fieldName, literal, ownExpression, patternBody } from './text.js';

/** CQL's operators. `or` binds more than `and`, so that every group has parentheses. */
export const SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  not: (operand) => `not ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

interface Place {
  readonly name: string;
  readonly field: MappedField;
}

const DRIVE = /^[A-Za-z]:(?=\\)/;
/** How Falcon's sensor writes a volume, and how other logs do. */
const VOLUME = '(?:[A-Za-z]:|\\\\Device\\\\HarddiskVolume\\d+)';
const ANY_DRIVE = 'The sensor writes volumes by number: the query takes any volume for the drive letter.';
const NAME_ONLY = 'The sensor keeps only what stands behind the last backslash: the query asks for that.';

/** Tests in CQL. A test of a missing field is false, so that `not` needs no care. */
export class CqlWriter extends TemplateWriter<Place> {
  readonly syntax = SYNTAX;

  constructor(
    private readonly map: ResolvedMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  protected placesOf(name: string, scope: LeafScope): readonly Place[] {
    const field = this.map.fields.get(name);
    if (field === undefined) {
      if (this.map.matched && this.ctx.settings.pipeline !== 'none') return [];
      return [{ name: fieldName(name), field: { names: [name], type: 'string', casing: 'free', mapped: false } }];
    }
    if (field.unsure !== undefined) scope.note('unsure_field', field.unsure);
    return field.names.map((native) => ({ name: fieldName(native), field }));
  }

  protected override field(leaf: Parameters<TemplateWriter<Place>['field']>[0], scope: LeafScope): Rendered {
    if (this.placesOf(leaf.field, scope).length > 0) return super.field(leaf, scope);
    return scope.leaveOut('test_dropped', `Falcon's events have no field for ${leaf.field}: the test was left out.`);
  }

  protected present({ name }: Place): Rendered {
    return `${name}=*`;
  }

  protected absent({ name }: Place): Rendered {
    return { text: `not (${name}=*)`, operator: 'not', operand: `${name}=*` };
  }

  protected override atPlace(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    place: Place,
    scope: LeafScope,
  ): Rendered {
    const { values } = place.field;
    return super.atPlace(values === undefined ? tests : tests.map((test) => spelled(test, values)), join, place, scope);
  }

  protected override listedValue(test: ValueTest, { field }: Place): string | undefined {
    if (test.op !== 'string' || test.cased || test.pattern.shape === 'any') return undefined;
    return field.type === 'string' ? patternBody(test.pattern) : undefined;
  }

  protected override list({ name }: Place, values: readonly string[]): Rendered {
    return expression(name, values.length === 1 ? (values[0] as string) : `(?:${values.join('|')})`, 'i');
  }

  protected text(pattern: Pattern, cased: boolean, { name, field }: Place, scope: LeafScope): Rendered {
    const flags = cased ? '' : 'i';
    if (field.type === 'filename') return this.lastSegment(pattern, flags, name, scope);
    if (field.type !== 'path') return expression(name, patternBody(pattern), flags);
    let hasDrive = false;
    const body = patternBody(pattern, (text, at) => {
      const drive = at <= 1 && DRIVE.test(text);
      hasDrive ||= drive;
      return drive ? VOLUME + literal(text.replace(DRIVE, '')) : literal(text);
    });
    if (hasDrive) scope.note('unsure_field', ANY_DRIVE);
    return expression(name, body, flags);
  }

  /** A test on a path, or an account, of which there is only what stands behind the last backslash. */
  private lastSegment(pattern: Pattern, flags: string, name: string, scope: LeafScope): Rendered {
    const last = pattern.parts.at(-1);
    if (typeof last !== 'string') return this.nameless(name, scope);
    const at = last.lastIndexOf('\\');
    if (at < 0) {
      // Behind a wildcard there may be a folder; without one the name is the whole value.
      return expression(name, patternBody(pattern), flags);
    }
    const isWhole = at === 0 && pattern.parts.length === 2 && pattern.parts[0] === ANY;
    if (!isWhole) {
      scope.note('widened_wildcard', NAME_ONLY);
      if (scope.tolerance === 'narrower') return false;
    }
    const tail = last.slice(at + 1);
    return tail === '' ? this.nameless(name, scope) : expression(name, patternBody(exactly(tail)), flags);
  }

  private nameless(name: string, scope: LeafScope): Rendered {
    return scope.leaveOut('test_dropped', `${name} holds only the last part of the value: the test was left out.`);
  }

  protected equals(value: number | boolean, place: Place, scope: LeafScope): Rendered {
    return this.text(exactly(String(value)), false, place, scope);
  }

  protected compare({ operator, value }: TestOf<'compare'>, { name }: Place): Rendered {
    return `${name} ${SIGNS[operator]} ${value}`;
  }

  protected network({ network }: TestOf<'cidr'>, { name }: Place): Rendered {
    return `cidr(${name}, subnet="${network}")`;
  }

  protected override regex({ source, flags }: TestOf<'regex'>, { name, field }: Place, scope: LeafScope): Rendered {
    if (field.type === 'filename') return this.nameless(name, scope);
    const own = ownExpression(source, flags);
    return `${name}=/${own.body}/${own.flags}`;
  }

  protected override reference(test: TestOf<'fieldref'>, place: Place, scope: LeafScope): Rendered {
    const [other] = this.placesOf(test.field, scope);
    const isPlain = other !== undefined && ![place.name, other.name].some((name) => name.startsWith('"'));
    // A path begins with its volume, and of some fields there is only the last part.
    const isAlike = place.field.type === other?.field.type && place.field.type !== 'filename';
    if (test.match !== 'equals' || !isPlain || !isAlike) return this.unsayable(test, place, scope);
    if (test.cased) return `test(${place.name}==${other.name})`;
    return `test(lower(${place.name})==lower(${other.name}))`;
  }

  protected override placeholder(test: TestOf<'placeholder'>, place: Place, scope: LeafScope): Rendered {
    scope.placeholder(test.name);
    return super.placeholder(test, place, scope);
  }

  protected override keyword(test: ValueTest, scope: LeafScope): Rendered {
    if (test.op === 'string') {
      const around = patternOf([ANY, ...test.pattern.parts, ANY]);
      return expression('', patternBody(around), test.cased ? '' : 'i');
    }
    if (test.op === 'number') return `/\\b${literal(String(test.value))}\\b/`;
    if (test.op !== 'regex') return scope.leaveOut('test_dropped', 'CQL cannot look for this in an event as a whole.');
    const { body, flags } = ownExpression(test.source, test.flags);
    return `/${body}/${flags}`;
  }

  protected override unsayable({ op }: ValueTest, { name }: Place, scope: LeafScope): Rendered {
    return scope.leaveOut('test_dropped', `CQL has no test "${op}": the test on ${name} was left out.`);
  }
}

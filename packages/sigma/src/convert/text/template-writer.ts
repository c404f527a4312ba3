import type { KeywordTest, TimePart, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import type { Rendered } from '../walk.js';
import type { LeafScope } from './leaf-scope.js';
import { TestWriter } from './test-writer.js';
import type { TestOf } from './tests.js';

/**
 * A writer of a language with one template for each kind of test. The kinds that a language need not have are left out where it has no
 * template for them: `unsayable`.
 */
export abstract class TemplateWriter<Place> extends TestWriter<Place> {
  protected keywords({ tests, join }: KeywordTest, scope: LeafScope): Rendered {
    return this.join(
      join,
      tests.map((test) => this.keyword(test, scope)),
    );
  }

  protected test(test: ValueTest, place: Place, scope: LeafScope): Rendered {
    switch (test.op) {
      case 'string':
        if (test.pattern.shape === 'any') return this.present(place, scope);
        return this.text(test.pattern, test.cased, place, scope);
      case 'number':
      case 'boolean':
        return this.equals(test.value, place, scope);
      case 'null':
        return this.absent(place, scope);
      case 'exists':
        return test.value ? this.present(place, scope) : this.absent(place, scope);
      case 'compare':
        return this.compare(test, place, scope);
      case 'regex':
        return this.regex(test, place, scope);
      case 'cidr':
        return this.network(test, place, scope);
      case 'fieldref':
        return this.reference(test, place, scope);
      case 'time':
        return this.time(test.part, [test.value], place, scope);
      case 'placeholder':
        return this.placeholder(test, place, scope);
    }
  }

  protected abstract text(pattern: Pattern, cased: boolean, place: Place, scope: LeafScope): Rendered;
  protected abstract equals(value: number | boolean, place: Place, scope: LeafScope): Rendered;
  protected abstract compare(test: TestOf<'compare'>, place: Place, scope: LeafScope): Rendered;
  protected abstract network(test: TestOf<'cidr'>, place: Place, scope: LeafScope): Rendered;

  protected regex(test: TestOf<'regex'>, place: Place, scope: LeafScope): Rendered {
    return this.unsayable(test, place, scope);
  }

  protected reference(test: TestOf<'fieldref'>, place: Place, scope: LeafScope): Rendered {
    return this.unsayable(test, place, scope);
  }

  /** "This part of the time is one of the values." */
  protected time(part: TimePart, values: readonly number[], place: Place, scope: LeafScope): Rendered {
    return this.unsayable({ op: 'time', part, value: values[0] as number }, place, scope);
  }

  /** A placeholder stands in the query as the text it is. */
  protected placeholder(test: TestOf<'placeholder'>, place: Place, scope: LeafScope): Rendered {
    return this.text(test.pattern, false, place, scope);
  }

  /** A test on the event as a whole, which most languages have. */
  protected keyword(_test: ValueTest, { tolerance }: LeafScope): Rendered {
    return tolerance === 'wider';
  }

  /** A test that the language cannot say. A language that says so in a note overrides this. */
  protected unsayable(_test: ValueTest, _place: Place, scope: LeafScope): Rendered {
    return scope.tolerance === 'wider';
  }
}

import type { Rendered } from '../walk.js';
import { TemplateWriter } from './template-writer.js';
import type { TestOf } from './tests.js';

/** What a language writes around names and values. */
export interface TestTokens {
  present(name: string): Rendered;
  absent(name: string): Rendered;
  network(name: string, network: string): string;
  /** In a language with lists: what stands between a name and one value, and between a name and several in parentheses. */
  readonly list?: { readonly one: string; readonly several: string };
}

/** A writer of a language in which a place is a name, and whose simple tests are tokens around names and values. */
export abstract class TokenWriter<Place extends { readonly name: string }> extends TemplateWriter<Place> {
  protected abstract readonly tokens: TestTokens;

  protected present({ name }: Place): Rendered {
    return this.tokens.present(name);
  }

  protected absent({ name }: Place): Rendered {
    return this.tokens.absent(name);
  }

  protected network({ network }: TestOf<'cidr'>, { name }: Place): Rendered {
    return this.tokens.network(name, network);
  }

  protected override list(place: Place, values: readonly string[]): Rendered {
    const { list } = this.tokens;
    if (list === undefined) return super.list(place, values);
    return place.name + (values.length === 1 ? list.one + values[0] : `${list.several}(${values.join(', ')})`);
  }
}

import type { ValueTest } from '../../model/condition.js';
import { spanSeconds } from '../grouped.js';
import { isNetwork, networkTest } from '../network.js';
import { malformed, QUERY_LIMITS, QueryFault, unreadable } from '../query-fault.js';
import { ALWAYS, join, negate, type QueryNode, type QueryRemark, test } from '../query-tree.js';
import { numberOr, wildcardPattern } from '../values.js';
import { withoutObject } from './data-models.js';
import { endOfBracket, endOfQuote, unescaped } from './pipeline.js';
import { isSetting, LeftOut } from './settings.js';

/** Marks a macro among the terms. What it stands for is defined in the Splunk installation. */
const MACRO_FIELD = '\0macro';
/** Macros of published searches that are empty or only change what is shown, until somebody fills them. */
const EMPTY_MACRO =
  /^(?:security_content_summariesonly|security_content_ctime|summariesonly|drop_dm_object_name|[\w-]+_filter)$/;

/** A macro as a test of its name, or nothing where it is empty; `text` is the text between the backticks. */
export function macroTest(text: string, at: number): QueryNode {
  const name = (/^[^(]*/.exec(text)?.[0] ?? '').trim();
  if (EMPTY_MACRO.test(name)) return ALWAYS;
  return test(MACRO_FIELD, { op: 'string', pattern: wildcardPattern(name, false), cased: false }, at);
}

const FIELD = /[^\s()[\]",|=!<>`']+(?=\s*(?:!=|=|<=|>=|<|>|\s[iI][nN]\s*\())/y;
const QUOTED_FIELD = /"((?:[^"\\]|\\[\s\S])*)"(?=\s*(?:!=|=|<=|>=|<|>|[iI][nN]\s*\())/y;
const OPERATOR = /\s*(!=|==|=|<=|>=|<|>|[iI][nN](?=\s*\())\s*/y;
const BARE = /(?:\\[\\"|]|[^\s()[\]",|])+/y;
const COMPARISONS = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;

/** What parsing terms adds to. */
export interface SearchContext {
  readonly remarks: QueryRemark[];
  /** The field of a name, after renames. Throws where the name is computed. */
  field(name: string, at: number): string;
  /** Told how far back the search looks, in seconds. */
  readonly lookBack?: (seconds: number) => void;
  /** The condition that a subsearch stands for; undefined where nobody knows what it gives. */
  readonly subsearch?: (text: string, at: number) => QueryNode | undefined;
}

/** Parses the terms of a search command: `NOT` binds first, then `OR`, then adjacent terms (AND). */
export function readSearch(query: string, from: number, to: number, context: SearchContext): QueryNode {
  return new SearchReader(query, from, to, context).whole();
}

const namesLog = (node: QueryNode): boolean =>
  node.kind === 'test' && ['sourcetype', 'source', 'Channel'].includes(node.field ?? '');

class SearchReader {
  #at: number;
  #depth = 0;
  /** Whether an odd number of `NOT` stands before what is read. */
  #isExcluded = false;
  readonly #leftOut: LeftOut;

  constructor(
    private readonly query: string,
    from: number,
    private readonly to: number,
    private readonly context: SearchContext,
  ) {
    this.#at = from;
    this.#leftOut = new LeftOut(context.remarks);
  }

  whole(): QueryNode {
    const tree = this.#terms();
    if (this.#at < this.to) throw malformed(`${this.query[this.#at]} closes nothing`, this.#at);
    return tree;
  }

  #terms(): QueryNode {
    const parts: QueryNode[] = [];
    for (;;) {
      this.#space();
      if (this.#ended()) {
        if (this.#isExcluded) this.#leftOut.tellWidened(parts, true);
        return this.#leftOut.join('and', parts);
      }
      if (this.#word('AND')) continue;
      parts.push(this.#alternatives());
    }
  }

  #alternatives(): QueryNode {
    const parts = [this.#term()];
    for (this.#space(); this.#word('OR'); this.#space()) parts.push(this.#term());
    if (parts.length === 1) return parts[0] as QueryNode;
    if (this.#isExcluded) return this.#leftOut.join('or', parts);
    // `eventtype=okta_log OR sourcetype=OktaIM2:log`: several names of one log, of which those of one installation say nothing here.
    const named = parts.filter((part) => !this.#leftOut.isPlace(part));
    if (named.length === parts.length || named.length === 0 || !named.every(namesLog)) {
      this.#leftOut.tellWidened(parts, false);
      return this.#leftOut.join('or', parts);
    }
    this.#leftOut.tellNarrowed(parts);
    return join('or', named);
  }

  #term(): QueryNode {
    if (++this.#depth > QUERY_LIMITS.depth)
      throw new QueryFault('TooDeep', `the search is nested more than ${QUERY_LIMITS.depth} deep`, this.#at);
    this.#space();
    let node: QueryNode;
    if (this.#word('NOT')) node = this.#excluded();
    else if (this.query[this.#at] === '(') {
      const open = this.#at++;
      node = this.#terms();
      if (this.#at >= this.to || this.query[this.#at] !== ')')
        throw malformed('this parenthesis is never closed', open);
      this.#at++;
    } else node = this.#single();
    this.#depth--;
    return node;
  }

  #excluded(): QueryNode {
    this.#isExcluded = !this.#isExcluded;
    const inner = this.#term();
    this.#isExcluded = !this.#isExcluded;
    return this.#leftOut.negated(inner, negate(inner));
  }

  #single(): QueryNode {
    const at = this.#at;
    const character = this.query[at];
    if (at >= this.to) throw malformed('the search ends where a term is expected', at);
    if (character === '[') return this.#subsearch(at);
    if (character === '`') {
      this.#at = endOfQuote(this.query, at) + 1;
      return macroTest(this.query.slice(at + 1, this.#at - 1), at);
    }
    const name = this.#quotedField() ?? this.#match(FIELD)?.[0];
    if (name === undefined) return this.#keyword(at);
    const operator = this.#match(OPERATOR)?.[1] ?? '';
    return this.#comparison(name, operator.toUpperCase(), at);
  }

  #quotedField(): string | undefined {
    const found = this.#match(QUOTED_FIELD)?.[1];
    return found === undefined ? undefined : unescaped(found);
  }

  #subsearch(at: number): QueryNode {
    const end = endOfBracket(this.query, at);
    const found = this.context.subsearch?.(this.query.slice(at + 1, end), at);
    if (found === undefined)
      throw unreadable('a subsearch looks events up elsewhere; a rule over single events cannot express that', at);
    this.#at = end + 1;
    return found;
  }

  #keyword(at: number): QueryNode {
    const { text, isQuoted } = this.#value();
    const call = /^(TERM|CASE)$/.exec(text);
    if (call !== null && !isQuoted && this.query[this.#at] === '(') {
      this.#at++;
      const inner = this.#value().text;
      if (this.query[this.#at++] !== ')') throw malformed('")" is expected', this.#at - 1);
      return test(undefined, { op: 'string', pattern: wildcardPattern(inner, false), cased: call[1] === 'CASE' }, at);
    }
    const pattern = wildcardPattern(text, false);
    if (pattern.shape === 'any') return { kind: 'constant', value: true };
    const whole: ValueTest = { op: 'string', pattern, cased: false };
    return test(undefined, isQuoted ? whole : numberOr(text, whole), at);
  }

  #comparison(name: string, operator: string, at: number): QueryNode {
    if (isSetting(name)) return this.#setting(name, operator, at);
    const field = this.context.field(withoutObject(name), at);
    if (operator === 'IN')
      return join(
        'or',
        this.#list().map(({ text }) => test(field, valueTest(text, at), at)),
      );
    const { text } = this.#value();
    switch (operator) {
      case '=':
      case '==':
        return test(field, valueTest(text, at), at);
      case '!=':
        return join('and', [
          test(field, { op: 'exists', value: true }, at),
          negate(test(field, valueTest(text, at), at)),
        ]);
      default: {
        const value = Number(text);
        if (text === '' || Number.isNaN(value))
          throw unreadable('a rule can compare numbers by size, not times or texts', at);
        return test(field, { op: 'compare', operator: COMPARISONS[operator as '>'], value }, at);
      }
    }
  }

  /** Handles time ranges, and names of indexes of one installation. */
  #setting(name: string, operator: string, at: number): QueryNode {
    const value =
      operator === 'IN'
        ? this.#list()
            .map(({ text }) => text)
            .join()
        : this.#value().text;
    const back =
      name.toLowerCase() === 'earliest' ? spanSeconds(/^-(\d+[a-z]+)(?:@[a-z]+)?$/.exec(value)?.[1] ?? '') : undefined;
    if (back !== undefined) this.context.lookBack?.(back);
    return this.#leftOut.setting(name, at, this.#isExcluded);
  }

  #list(): readonly { readonly text: string }[] {
    this.#space();
    this.#at++;
    const values: { readonly text: string }[] = [];
    for (;;) {
      this.#space();
      if (this.#ended()) {
        if (this.#at >= this.to) throw malformed('the list has no end', this.#at);
        this.#at++;
        return values;
      }
      values.push(this.#value());
      this.#space();
      if (this.query[this.#at] === ',') this.#at++;
    }
  }

  #value(): { readonly text: string; readonly isQuoted: boolean } {
    this.#space();
    if (this.#at < this.to && this.query[this.#at] === '"') {
      const end = endOfQuote(this.query, this.#at);
      const text = unescaped(this.query.slice(this.#at + 1, end));
      this.#at = end + 1;
      return { text, isQuoted: true };
    }
    const bare = this.#match(BARE)?.[0];
    if (bare === undefined) throw malformed('a value is expected', this.#at);
    return { text: unescaped(bare), isQuoted: false };
  }

  #word(word: 'AND' | 'OR' | 'NOT'): boolean {
    if (!this.query.startsWith(word, this.#at) || !/[\s(]/.test(this.query[this.#at + word.length] ?? ' '))
      return false;
    this.#at += word.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.query);
    if (found === null || this.#at + found[0].length > this.to) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #ended(): boolean {
    return this.#at >= this.to || this.query[this.#at] === ')';
  }

  #space(): void {
    while (this.#at < this.to && /\s/.test(this.query[this.#at] as string)) this.#at++;
  }
}

/** A value of the search command: any letter case, `*` is a wildcard, a network where it is written as one. */
export function valueTest(text: string, at: number): ValueTest {
  if (isNetwork(text)) return networkTest(text, at);
  const pattern = wildcardPattern(text, false);
  return pattern.shape === 'any'
    ? { op: 'exists', value: true }
    : numberOr(text, { op: 'string', pattern, cased: false });
}

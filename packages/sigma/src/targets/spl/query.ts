import { noteSharedScope, type ScopeText } from '../../convert/shared-scope.js';
import type { ConversionContext } from '../../convert/target.js';
import { partOf } from '../../convert/text/leaf-scope.js';
import {
  joinRendered,
  type LeafRenderer,
  type Rendered,
  renderCondition,
  type Tolerance,
  textOf,
} from '../../convert/walk.js';
import type { Condition, FieldTest, KeywordTest } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { EvalWriter } from './eval-writer.js';
import { type SplFields, splFields } from './fields.js';
import { flaggedPcre } from './pcre.js';
import { quote, searchName } from './quote.js';
import { scopeOf, scopeWithMacro } from './scope.js';
import { isSearchTest, SearchWriter } from './search-writer.js';
import { EVAL, SEARCH } from './syntax.js';

/** A condition in Splunk's two stages. */
interface SplQuery {
  /** The terms of the search command; `*` where there are none. */
  readonly search: string;
  /** The commands after it, each beginning with `| `. */
  readonly commands: readonly string[];
}

/** The parts of one rule's query: the look-up of its fields and the scope of its events. */
interface SplRuleContext {
  readonly fields: SplFields;
  readonly scope: string;
}

/** The look-up and the scope of a log source, worked out once per rule. */
export function splRuleContext(logsource: Logsource, ctx: ConversionContext): SplRuleContext {
  const fields = splFields(logsource, ctx);
  const map = fields.map ?? ctx.fieldMap('spl', logsource);
  const scope = scopeOf(map, logsource);
  if (scope.unsure !== undefined) ctx.note({ code: 'unsure_field', message: scope.unsure, part: 'logsource' });
  if (fields.map !== undefined) noteSharedScope('spl', logsource, scopeText, ctx);
  const { indexMacro } = ctx.settings;
  return { fields, scope: indexMacro === undefined ? scope.text : scopeWithMacro(map, logsource, indexMacro) };
}

const scopeText: ScopeText = (map, logsource) => scopeOf(map, logsource).text;

/**
 * A condition as a search, with the commands that make it exact. Conjuncts that the search command can express are only there. Any other
 * becomes a `where` (a `regex` where it is nothing else), with the nearest wider terms in the search, so that the index is used.
 */
export function splQuery(tree: Condition, rule: SplRuleContext, ctx: ConversionContext): SplQuery {
  const { fields } = rule;
  const search = new SearchWriter(fields);
  let where: EvalWriter | undefined;
  const searchLeaf: LeafRenderer = (leaf, tolerance) => {
    notePlaceholders(leaf, ctx);
    return search.leaf(leaf, tolerance);
  };

  const terms: Rendered[] = rule.scope === '' ? [] : [{ text: rule.scope, operator: 'and' }];
  const commands: string[] = [];
  const exact: Rendered[] = [];
  for (const conjunct of conjunctsOf(tree, fields)) {
    const term = renderCondition(conjunct, SEARCH, searchLeaf);
    if (typeof term !== 'string' || !` ${rule.scope} `.includes(` ${term} `)) terms.push(term);
    if (isSearchable(conjunct, fields, 'wider')) continue;
    const regexes = regexCommands(conjunct, fields);
    if (regexes !== undefined) commands.push(...regexes);
    else {
      where ??= new EvalWriter(fields);
      exact.push(renderCondition(conjunct, EVAL, where.leaf));
    }
  }
  const filter = joinRendered('and', exact, EVAL);
  if (typeof filter !== 'boolean') commands.push(`| where ${textOf(filter)}`);
  const joined = joinRendered('and', terms, SEARCH);
  // `NOT *` in the search command means that nothing can match.
  return { search: joined === true ? '*' : joined === false || filter === false ? 'NOT *' : textOf(joined), commands };
}

/** The query as one text, a command per line. */
export function queryText(query: SplQuery): string {
  return query.commands.length === 0 ? query.search : `${query.search}\n${query.commands.join('\n')}`;
}

/**
 * The parts that must all hold. `not (a or b)` is split into `not a` and `not b` where the search command cannot express it whole, so that
 * only the rest is left to `where`.
 */
function conjunctsOf(tree: Condition, fields: SplFields): readonly Condition[] {
  const conjuncts = tree.kind === 'and' ? tree.children : [tree];
  if (conjuncts.every((conjunct) => !isNotOr(conjunct) || isSearchable(conjunct, fields, 'wider'))) return conjuncts;
  return conjuncts.flatMap((conjunct): readonly Condition[] => {
    if (!isNotOr(conjunct) || isSearchable(conjunct, fields, 'wider')) return [conjunct];
    return conjunct.child.children.map((child) => (child.kind === 'not' ? child.child : { kind: 'not', child }));
  });
}

function isNotOr(node: Condition): node is { kind: 'not'; child: Extract<Condition, { kind: 'or' }> } {
  return node.kind === 'not' && node.child.kind === 'or';
}

function isSearchable(node: Condition, fields: SplFields, tolerance: Tolerance): boolean {
  switch (node.kind) {
    case 'not':
      return isSearchable(node.child, fields, tolerance === 'wider' ? 'narrower' : 'wider');
    case 'and':
    case 'or':
      for (const child of node.children) if (!isSearchable(child, fields, tolerance)) return false;
      return true;
    default:
      for (const test of node.tests) if (!isSearchTest(test, tolerance)) return false;
      return node.kind === 'keyword' || !fields.isObject(node.field);
  }
}

/** `regex` commands for a conjunct that consists only of one field's regular expressions, which must all match. */
function regexCommands(node: Condition, fields: SplFields): readonly string[] | undefined {
  if (node.kind !== 'field' && node.kind !== 'keyword') return undefined;
  if (node.join === 'any' && node.tests.length > 1) return undefined;
  if (node.kind === 'field' && fields.isObject(node.field)) return undefined;
  const names = node.kind === 'keyword' ? ['_raw'] : fields.find(node.field, node.path).names;
  const name = names[0] as string;
  if (names.length > 1 || searchName(name) !== name) return undefined;
  const commands: string[] = [];
  for (const test of node.tests) {
    if (test.op !== 'regex') return undefined;
    commands.push(`| regex ${name}=${quote(flaggedPcre(test.source, test.flags))}`);
  }
  return commands;
}

function notePlaceholders({ tests, path }: FieldTest | KeywordTest, ctx: ConversionContext): void {
  for (const test of tests) {
    if (test.op !== 'placeholder') continue;
    ctx.note({
      code: 'placeholder',
      message: `%${test.name}% stands in the search: replace it by your values, by a macro or by a lookup.`,
      part: partOf(path),
    });
  }
}

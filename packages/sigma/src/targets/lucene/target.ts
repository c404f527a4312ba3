import type { MapFamily } from '../../convert/maps.js';
import type { Note } from '../../convert/note.js';
import type { ConversionContext } from '../../convert/target.js';
import { ExpressionTarget } from '../../convert/text/expression-target.js';
import { joinRendered, type Rendered, renderCondition, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { openMap } from './open-map.js';
import { LUCENE_SYNTAX } from './syntax.js';
import { LuceneWriter } from './writer.js';

/** A product that reads query strings in Lucene's syntax. */
export class LuceneTarget extends ExpressionTarget {
  protected readonly syntax = LUCENE_SYNTAX;
  protected readonly uncounted =
    'A query string cannot count or order events: the query is the base search, and the deployable rule carries the threshold.';

  constructor(
    private readonly family: MapFamily,
    protected override readonly syntaxNote: Note,
  ) {
    super();
  }

  protected search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
    const map = openMap(this.family, logsource, ctx);
    const body = renderCondition(tree, LUCENE_SYNTAX, new LuceneWriter(map, ctx).leaf);
    const { filter } = map.scope;
    if (filter === undefined || body === false) return body;
    if (body === true) return { text: filter, operator: 'and' };
    // The scope is positive, so negations beside it need nothing else.
    const text = typeof body !== 'string' && body.operator === 'and' ? stripEverything(body.text) : textOf(body);
    return joinRendered(
      'and',
      [{ text: filter, operator: 'and' }, typeof body === 'string' ? text : { ...body, text }],
      LUCENE_SYNTAX,
    );
  }

  protected finished(rendered: Rendered, ctx: ConversionContext): string {
    if (typeof rendered === 'boolean') return rendered ? '*:*' : 'NOT *:*';
    const clauses = clausesOf(textOf(rendered));
    if (clauses > MAX_CLAUSES) {
      ctx.note({
        code: 'clause_limit',
        message: `The query has ${clauses} clauses; the product refuses more than ${MAX_CLAUSES} unless indices.query.bool.max_clause_count is raised. Split the rule, or look the values up.`,
      });
    }
    if (typeof rendered === 'string' || rendered.operator !== 'not') return textOf(rendered);
    return `${LUCENE_SYNTAX.everything}${LUCENE_SYNTAX.and}${rendered.text}`;
  }
}

/** `indices.query.bool.max_clause_count` of both products, unless an administrator raised it. */
const MAX_CLAUSES = 1024;

/** The clauses of a query string: one more than its operators, outside of phrases and expressions. */
function clausesOf(text: string): number {
  if (text.length <= MAX_CLAUSES) return 1;
  const operators = text.match(/"(?:\\[\s\S]|[^"\\])*"|(?<=[:( ])\/(?:\\[\s\S]|[^/\\])*\/| (?:AND|OR) /g) ?? [];
  return operators.filter((token) => token.startsWith(' ')).length + 1;
}

function stripEverything(text: string): string {
  const prefix = `${LUCENE_SYNTAX.everything}${LUCENE_SYNTAX.and}`;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

import type { TargetId } from '../../catalogue/targets.js';
import { baseRules, baseTree } from '../../convert/base-search.js';
import type { MapFamily } from '../../convert/maps.js';
import type { Note } from '../../convert/note.js';
import type { ConversionContext, ReferredDocuments, Target } from '../../convert/target.js';
import { joinRendered, type Rendered, renderCondition, type Tolerance, textOf } from '../../convert/walk.js';
import type { Condition, FieldTest, KeywordTest } from '../../model/condition.js';
import type { RuleCondition, SigmaRule } from '../../model/rule.js';
import { escapeFieldName } from './escape.js';
import { renderField, renderKeywords } from './leaf.js';
import { noteAt, type Place } from './place.js';
import { type LuceneMap, luceneMap, UNMAPPED } from './resolve.js';
import { LUCENE_SYNTAX } from './syntax.js';

/** The differences between the two products that read query strings. */
export interface LuceneProduct {
  readonly id: TargetId;
  readonly family: MapFamily;
  /** A note about the query bar, where its usual syntax is another. */
  readonly syntaxNote?: Note;
}

const AGGREGATION_NOTE: Note = {
  code: 'aggregation_dropped',
  message:
    'A query string cannot count or order events: the query is the base search, and the deployable rule carries the threshold.',
};

/** A target that writes query strings in Lucene's syntax for a product. */
export function createLuceneTarget(product: LuceneProduct): Target {
  return {
    id: product.id,
    convertCondition(rule, condition, ctx) {
      return convertCondition(product, rule, condition, ctx);
    },
    convertCorrelation(_correlation, referred, ctx) {
      return convertCorrelation(product, referred, ctx);
    },
  };
}

function convertCondition(
  product: LuceneProduct,
  rule: SigmaRule,
  condition: RuleCondition,
  ctx: ConversionContext,
): string {
  if (product.syntaxNote !== undefined) ctx.note(product.syntaxNote);
  if (condition.aggregation !== undefined) ctx.note(AGGREGATION_NOTE);
  return wholeText(scoped(rule, baseTree(condition), product, ctx));
}

/** Every event that any of the referenced rules would match, which is what the counting needs. */
function convertCorrelation(product: LuceneProduct, referred: ReferredDocuments, ctx: ConversionContext): string {
  if (product.syntaxNote !== undefined) ctx.note(product.syntaxNote);
  ctx.note(AGGREGATION_NOTE);
  const parts = baseRules(referred, ctx).flatMap((rule) =>
    rule.conditions.map((condition) => scoped(rule, baseTree(condition), product, ctx)),
  );
  return wholeText(parts.length === 0 ? true : joinRendered('or', parts, LUCENE_SYNTAX));
}

function scoped(rule: SigmaRule, tree: Condition, product: LuceneProduct, ctx: ConversionContext): Rendered {
  const map = ctx.settings.pipeline === 'none' ? UNMAPPED : luceneMap(ctx.fieldMap(product.family, rule.logsource));
  if (!map.matched) {
    const { category, product: made, service } = rule.logsource;
    const named = [made, category, service].filter((part) => part !== undefined).join('/');
    ctx.note({
      code: 'unmapped_logsource',
      message: `No map knows the log source ${named}: the query is not scoped to it.`,
    });
  }
  if (map.scope.unscoped !== undefined) ctx.note({ code: 'unmapped_logsource', message: map.scope.unscoped });
  const mapped = ctx.settings.pipeline !== 'none';
  const body = renderCondition(tree, LUCENE_SYNTAX, (leaf, tolerance) => renderLeaf(leaf, tolerance, map, mapped, ctx));
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

function stripEverything(text: string): string {
  const prefix = `${LUCENE_SYNTAX.everything}${LUCENE_SYNTAX.and}`;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function renderLeaf(
  leaf: FieldTest | KeywordTest,
  tolerance: Tolerance,
  map: LuceneMap,
  mapped: boolean,
  ctx: ConversionContext,
): Rendered {
  const place: Place = {
    ctx,
    tolerance,
    path: leaf.path,
    namesOf: (name) => map.field(name).names.map(escapeFieldName),
  };
  if (leaf.kind === 'keyword') return renderKeywords(leaf, map.keywords, place);
  const field = map.field(leaf.field);
  if (mapped && !field.mapped) {
    noteAt(place, 'unmapped_field', `No map knows the field ${leaf.field}; it stands as ${field.names.join(', ')}.`);
  }
  if (field.unsure !== undefined) noteAt(place, 'unsure_field', field.unsure);
  return renderField(leaf, field, place);
}

function wholeText(rendered: Rendered): string {
  if (rendered === true) return '*:*';
  if (rendered === false) return 'NOT *:*';
  if (typeof rendered !== 'string' && rendered.operator === 'not') {
    return `${LUCENE_SYNTAX.everything}${LUCENE_SYNTAX.and}${rendered.text}`;
  }
  return textOf(rendered);
}

import { all, type Condition, UNKNOWN } from './condition.js';
import { logField } from './log-field.js';
import { BadExpression, type LikeStyle, QueryExpression } from './query-expression.js';
import { type QueryToken, queryTokens } from './query-lexer.js';
import { Regexes } from './search-regex.js';

/** Logs Insights takes 10,000 characters. */
const LONGEST_QUERY = 10_240;

/** Clauses that end a SQL `WHERE`. */
const AFTER_WHERE: ReadonlySet<string> = new Set(
  'group order having limit union intersect except minus window offset'.split(' '),
);
const SELECTS_FIELDS = /^(?:fields|display|rename|eval)$/i;

/**
 * Reads a saved query of CloudWatch Logs (Logs Insights' own language, SQL or PPL) as a condition on log events. Undefined for text that
 * cannot be read: it is then unknown what it looks for.
 */
export function readLogsQuery(query: string): Condition | undefined {
  if (query.length > LONGEST_QUERY) return undefined;
  const tokens = queryTokens(query);
  if (tokens === undefined) return undefined;
  const first = tokens[0]?.text.toLowerCase();
  return first === 'select' || first === 'with' ? readSql(tokens) : readPipeline(tokens);
}

/** Reads the expressions of one query. */
class QueryReader {
  readonly aliases = new Map<string, string>();
  readonly #regexes = new Regexes();

  expression(tokens: readonly QueryToken[], like: LikeStyle): Condition {
    try {
      return new QueryExpression(tokens, like, this.aliases, this.#regexes).whole();
    } catch (error) {
      if (error instanceof BadExpression) return UNKNOWN;
      throw error;
    }
  }
}

/** Reads every `WHERE`, also of subqueries, up to the clause or parenthesis that ends it. */
function readSql(tokens: readonly QueryToken[]): Condition {
  const tables = tableNames(tokens);
  const bare = tokens.map((token) =>
    token.kind === 'word' ? { ...token, text: withoutTable(token.text, tables) } : token,
  );
  const reader = new QueryReader();
  const conditions: Condition[] = [];
  bare.forEach((token, at) => {
    if (token.kind === 'word' && token.text.toLowerCase() === 'where') {
      conditions.push(reader.expression(bare.slice(at + 1, endOfWhere(bare, at + 1)), 'percent'));
    }
  });
  return all(conditions);
}

/** Names of tables after `FROM` and `JOIN`: `FROM trail AS t`, or the table's own name. */
function tableNames(tokens: readonly QueryToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || !/^(?:from|join)$/i.test(token.text)) return;
    for (const next of tokens.slice(at + 1, at + 4)) {
      if (next.kind !== 'word' || /^(?:where|on)$/i.test(next.text)) return;
      names.add(next.text);
    }
  });
  return names;
}

/** A field without the name of its table. */
function withoutTable(path: string, tables: ReadonlySet<string>): string {
  const dot = path.indexOf('.');
  return dot > 0 && tables.has(path.slice(0, dot)) ? path.slice(dot + 1) : path;
}

function endOfWhere(tokens: readonly QueryToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'mark') {
      if (token.text === '(') depth += 1;
      if (token.text === ')') depth -= 1;
      if (depth < 0 || token.text === ';') return at;
    } else if (depth === 0 && token?.kind === 'word' && AFTER_WHERE.has(token.text.toLowerCase())) {
      return at;
    }
  }
  return tokens.length;
}

/** Reads commands between bars; all filters must hold. */
function readPipeline(tokens: readonly QueryToken[]): Condition {
  const conditions: Condition[] = [];
  const reader = new QueryReader();
  for (const command of commandsOf(tokens)) {
    const name = command[0]?.text.toLowerCase() ?? '';
    const rest = command.slice(1);
    if (name === 'filter' || name === 'filterindex') conditions.push(reader.expression(rest, 'contains'));
    else if (name === 'where') conditions.push(reader.expression(rest, 'percent'));
    else if (name === 'parse') noteParsed(rest, reader.aliases);
    else if (SELECTS_FIELDS.test(name)) noteAliases(rest, reader.aliases);
  }
  return all(conditions);
}

function commandsOf(tokens: readonly QueryToken[]): readonly (readonly QueryToken[])[] {
  const commands: QueryToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'mark' && token.text === '|') commands.push([]);
    else commands.at(-1)?.push(token);
  }
  return commands;
}

function isAs(token: QueryToken | undefined): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === 'as';
}

/** `eventName as name`: the new name stands for the field; computed values stay unknown. */
function noteAliases(tokens: readonly QueryToken[], aliases: Map<string, string>): void {
  tokens.forEach((token, at) => {
    const before = tokens[at - 2];
    const source = tokens[at - 1];
    const alias = tokens[at + 1];
    if (!isAs(token) || source?.kind !== 'word' || alias?.kind !== 'word') return;
    if (before !== undefined && !(before.kind === 'mark' && before.text === ',')) return;
    const path = logField(source.text);
    aliases.set(logField(alias.text), aliases.get(path) ?? path);
  });
}

/** The member whose value is the star in a `parse` pattern: `"eventName":"*"`. */
const MEMBER_BEFORE_STAR = /["']?([A-Za-z]\w{0,99})\\?["']?\s{0,9}[:=]\s{0,9}\\?["']?$/;

/** `parse @message '"eventName":"*"' as name`: the name stands for the member whose value is the star. */
function noteParsed(tokens: readonly QueryToken[], aliases: Map<string, string>): void {
  const glob = tokens.find(({ kind }) => kind === 'string');
  const as = tokens.findIndex(isAs);
  if (glob === undefined || as < 0) return;
  const names = tokens.slice(as + 1).filter(({ kind }) => kind === 'word');
  const pieces = glob.text.split('*');
  names.forEach((name, index) => {
    const member = MEMBER_BEFORE_STAR.exec(pieces[index] ?? '')?.[1];
    if (member !== undefined) aliases.set(logField(name.text), member);
  });
}

import type PrismType from 'prismjs';

/** What the page can colour. */
export type Grammar = 'yaml' | 'json' | 'spl' | 'kql' | 'lucene' | 'sql' | 'bash';

/** A piece of coloured text: plain, or of a kind, with what is in it. */
export type Token = string | { readonly kind: string; readonly parts: readonly Token[] };

/** Grammars by Prism's names. Lucene, DQL and YARA-L have none there; what they share with a C-like language is coloured. */
const NAMES: Readonly<Record<Grammar, string>> = {
  yaml: 'yaml',
  json: 'json',
  spl: 'splunk-spl',
  kql: 'kusto',
  lucene: 'clike',
  sql: 'sql',
  bash: 'bash',
};
const KINDS: Readonly<Record<string, string>> = {
  key: 'key',
  atrule: 'key',
  property: 'key',
  string: 'string',
  scalar: 'string',
  number: 'number',
  boolean: 'keyword',
  keyword: 'keyword',
  command: 'keyword',
  operator: 'keyword',
  function: 'function',
  comment: 'comment',
};
/** Longer texts are shown plain: colouring would hold up the page. */
const MOST_CHARACTERS = 60_000;
const MOST_KEPT = 200;

let prism: Promise<typeof PrismType> | undefined;
const kept = new Map<string, Promise<readonly Token[]>>();

/** The text in coloured pieces. Prism is loaded at the first call. The same text gives the same promise, as React's `use` needs. */
export function colour(text: string, grammar: Grammar): Promise<readonly Token[]> {
  const key = `${grammar} ${text}`;
  const cached = kept.get(key);
  if (cached !== undefined) return cached;
  const coloured = text.length > MOST_CHARACTERS ? Promise.resolve([text]) : tokens(text, grammar);
  kept.set(key, coloured);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return coloured;
}

async function tokens(text: string, grammar: Grammar): Promise<readonly Token[]> {
  prism ??= import('./prism.js').then(({ Prism }) => Prism);
  const { languages, tokenize } = await prism;
  const rules = languages[NAMES[grammar]];
  return rules === undefined ? [text] : tokenize(text, rules).map(simplify);
}

function simplify(token: string | PrismType.Token): Token {
  if (typeof token === 'string') return token;
  const { content } = token;
  const inner = Array.isArray(content) ? content : [content];
  return { kind: KINDS[token.type] ?? 'plain', parts: inner.map(simplify) };
}

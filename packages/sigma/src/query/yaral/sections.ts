import type { Logsource } from '../../model/rule.js';
import { malformed } from '../query-fault.js';
import type { Token } from '../tokens.js';

const SECTIONS = new Set(['meta', 'events', 'match', 'outcome', 'condition', 'options']);
/** What `meta` may say of the log. */
const LOGSOURCE_KEYS = ['product', 'category', 'service'];

/** Name of a section → the positions of its tokens, from behind the colon. */
export type Sections = ReadonlyMap<string, readonly [number, number]>;

/** The sections of `rule NAME { section: … }`. @throws QueryFault where the text is no rule */
export function sectionsOf(tokens: readonly Token[]): Sections {
  const open = tokens.findIndex(({ text, kind }) => kind === 'sign' && text === '{');
  if (open < 0) throw malformed('a rule begins with "rule NAME {"', 0);
  const sections = new Map<string, readonly [number, number]>();
  const close = tokens.length - (tokens.at(-1)?.text === '}' ? 1 : 0);
  let name: string | undefined;
  let start = open + 1;
  for (let index = open + 1; index <= close; index++) {
    if (index < close && !isHead(tokens, index)) continue;
    if (name !== undefined) sections.set(name, [start, index]);
    name = tokens[index]?.text;
    start = index + 2;
  }
  return sections;
}

function isHead(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  return token?.kind === 'word' && SECTIONS.has(token.text) && tokens[index + 1]?.text === ':';
}

/** What `meta` says of the log, in Sigma's words. */
export function namedLogsource(tokens: readonly Token[], sections: Sections): { readonly named?: Logsource } {
  const [from, to] = sections.get('meta') ?? [0, 0];
  const named: Record<string, string> = {};
  for (let index = from; index + 2 < to; index++) {
    const [key, sign, value] = tokens.slice(index, index + 3);
    if (sign?.text === '=' && value?.kind === 'text' && LOGSOURCE_KEYS.includes(key?.text ?? ''))
      named[(key as Token).text] = value.text.toLowerCase();
  }
  return Object.keys(named).length === 0 ? {} : { named };
}

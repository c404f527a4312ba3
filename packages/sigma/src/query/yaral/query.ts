import { spanSeconds } from '../grouped.js';
import { malformed, unreadable } from '../query-fault.js';
import { ALWAYS, type ParsedQuery, type ParseOptions, type QueryRemark } from '../query-tree.js';
import { TokenStream } from '../tokens.js';
import { byEvent } from './by-event.js';
import { type Relation, readEvents } from './condition.js';
import { countOf, readCounts } from './counts.js';
import { tokenizeYaral } from './lexer.js';
import { namedLogsource, sectionsOf } from './sections.js';
import { stepsOf } from './steps.js';

/** What the section `match` says: the values that events share, and the window. */
interface Match {
  readonly keys: readonly string[];
  readonly windowSeconds: number | undefined;
  readonly remarks: readonly QueryRemark[];
}

const NO_MATCH: Match = { keys: [], windowSeconds: undefined, remarks: [] };

/**
 * Parses a YARA-L 2.0 rule: conditions on one event or on several, placeholders that join them, the window of `match`, and counts in the
 * condition. What a rule says of meaning, risk and options is not part of a query.
 */
export function parseYaral(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  const tokens = tokenizeYaral(query);
  const sections = sectionsOf(tokens);
  const stream = new TokenStream(tokens, query.length);
  const part = (name: string): TokenStream | undefined => {
    const range = sections.get(name);
    return range === undefined ? undefined : stream.part(...range);
  };
  const required = (name: string): TokenStream => {
    const found = part(name);
    if (found === undefined) throw malformed(`the rule has no section "${name}:"`, 0);
    return found;
  };
  const relations: Relation[] = [];
  const listed: QueryRemark[] = [];
  const tree = readEvents(required('events'), { relations, computed: new Set(), remarks: listed });
  const events = [...byEvent(tree, relations)];
  const match = part('match');
  const { remarks, ...shared } = match === undefined ? NO_MATCH : readMatch(match);
  const { counts, unread } = readCounts(required('condition'), {
    events: events.map(([event]) => event),
    relations,
    outcome: tokens.slice(...(sections.get('outcome') ?? [0, 0])),
    partial,
  });
  const found = { remarks: [...listed, ...remarks], unread, ...namedLogsource(tokens, sections) };
  const together = { relations, ...shared };
  const [only] = events;
  if (only === undefined) throw unreadable('the rule tests nothing of its events', 0);
  if (events.length === 1) return { ...found, tree: only[1], ...countOf(counts, only[0], together) };
  if (counts.length > 0)
    throw unreadable('a correlation counts events or joins several kinds of them, not both', counts[0]?.at ?? 0);
  return { ...found, tree: ALWAYS, steps: stepsOf(events, together) };
}

/** `$a, $b over 5m`, with `after $e` or `before $e`. */
function readMatch(stream: TokenStream): Match {
  const keys: string[] = [];
  while (!stream.done && !stream.isWord('over') && !stream.isWord('by')) {
    const key = stream.take();
    if (key.kind === 'word') keys.push(key.text.slice(1));
  }
  if (stream.done) return { ...NO_MATCH, keys };
  stream.take();
  stream.takeWord('every');
  const windowSeconds = readSpan(stream);
  const isHung = stream.isWord('before') || stream.isWord('after');
  if (!isHung) return { keys, windowSeconds, remarks: [] };
  stream.take();
  const remark: QueryRemark = {
    code: 'search_settings',
    message: 'The window hangs on one of the events; the rule’s is any window of its length.',
    at: stream.take().at,
  };
  return { keys, windowSeconds, remarks: [remark] };
}

/** `5m`, which is one token or two. */
function readSpan(stream: TokenStream): number | undefined {
  const span = stream.take();
  const hasUnit = span.kind === 'number' && /^\d+$/.test(span.text) && !stream.done;
  return spanSeconds(span.text + (hasUnit ? stream.take().text : ''));
}

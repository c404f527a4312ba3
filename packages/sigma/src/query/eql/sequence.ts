import { spanSeconds } from '../grouped.js';
import { malformed, unreadable } from '../query-fault.js';
import type { ParsedQuery, QueryNode, QuerySteps, UnreadPart } from '../query-tree.js';
import type { TokenStream } from '../tokens.js';

/** What reading a sequence needs: how one event is read, and where what is left out is noted. */
interface SequenceReading {
  readonly readEvent: (stream: TokenStream) => QueryNode;
  readonly partial: boolean;
  readonly unread: UnreadPart[];
}

interface Step {
  readonly tree: QueryNode;
  readonly by: readonly string[];
  readonly at: number;
  readonly runs: number;
}

/**
 * Reads `sequence by … with maxspan=… [event] by … [event] …` or `sample by … [event] …`. A sequence of one event that is repeated is a
 * count of events.
 */
export function readSequence(
  stream: TokenStream,
  reading: SequenceReading,
): Pick<ParsedQuery, 'tree' | 'count' | 'steps'> {
  const head = stream.take();
  const ordered = head.text.toLowerCase() === 'sequence';
  let shared: readonly string[] = [];
  let windowSeconds: number | undefined;
  while (stream.isWord('by') || stream.isWord('with')) {
    if (stream.takeWord('by')) shared = readNames(stream);
    else {
      stream.take();
      windowSeconds = readMaxspan(stream);
    }
  }
  const steps: Step[] = [];
  while (!stream.done && !stream.isSign('|')) {
    const step = readStep(stream, shared, reading);
    if (step !== undefined) steps.push(step);
  }
  const window = windowSeconds === undefined ? {} : { windowSeconds };
  const [first, ...others] = steps;
  if (first === undefined) throw malformed(`${head.source} has no events`, head.at);
  const repeated = steps.find(({ runs }) => runs > 1);
  if (repeated !== undefined && others.length > 0)
    throw unreadable('a correlation cannot count one event of a sequence of several', repeated.at);
  if (others.length === 0) {
    const { tree, by, runs, at } = first;
    if (runs === 1) return { tree };
    return {
      tree,
      count: {
        type: 'event_count',
        fields: [],
        groupBy: by,
        ...window,
        thresholds: [{ operator: 'gte', value: runs }],
        at,
      },
    };
  }
  const uneven = steps.find(({ by }) => by.length !== first.by.length);
  if (uneven !== undefined) throw malformed('the events are joined by different numbers of fields', uneven.at);
  const found: QuerySteps = { ordered, ...window, steps: steps.map(({ tree, by, at }) => ({ tree, by, at })) };
  return { tree: { kind: 'constant', value: true }, steps: found };
}

/** One event; undefined for one that is left out, where the caller takes a query in part. */
function readStep(
  stream: TokenStream,
  shared: readonly string[],
  { readEvent, partial, unread }: SequenceReading,
): Step | undefined {
  const at = stream.at;
  const why = stream.takeSign('!')
    ? 'an event that must be missing is no part of a correlation'
    : stream.takeWord('until')
      ? 'until ends a sequence by an event, which no correlation says'
      : undefined;
  stream.expectSign('[');
  const tree = stream.nested(() => readEvent(stream));
  stream.expectSign(']');
  const own = stream.takeWord('by') ? readNames(stream) : [];
  const runs = readRuns(stream);
  if (why === undefined) return { tree, by: [...shared, ...own], at, runs };
  if (!partial) throw unreadable(why, at);
  unread.push({ at, end: stream.at, why });
  return undefined;
}

function readNames(stream: TokenStream): readonly string[] {
  const names: string[] = [];
  do {
    stream.takeSign('?');
    const name = stream.take();
    if (name.kind !== 'word') throw unreadable('a correlation joins events by fields only', name.at);
    if (stream.isSign('(')) throw unreadable(`a rule cannot compute ${name.source}(…)`, name.at);
    names.push(name.text);
  } while (stream.takeSign(','));
  return names;
}

function readMaxspan(stream: TokenStream): number {
  if (!stream.takeWord('maxspan')) throw malformed('"maxspan" is expected behind "with"', stream.at);
  stream.expectSign('=');
  const number = stream.take();
  const unit = stream.peek()?.kind === 'word' && stream.peek()?.at === number.end ? stream.take().text : '';
  if (unit === 'ms') return 1;
  const seconds = spanSeconds(number.text + unit);
  if (seconds === undefined) throw malformed('maxspan is a number with a unit, such as 5m', number.at);
  return seconds;
}

/** `with runs=3`: how often the event repeats. `[event] with runs` stands behind the event. */
function readRuns(stream: TokenStream): number {
  if (!(stream.isWord('with') && stream.isWord('runs', 1))) return 1;
  stream.take();
  stream.take();
  stream.expectSign('=');
  return Number(stream.take().text);
}

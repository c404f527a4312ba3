import { isOwnUserAgent } from '../indicators/user-agent.js';
import { words } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { hasWord, isBlank, isWordCharacter, placesOf } from '../text/characters.js';
import { skip } from '../text/stretches.js';
import { joined, type Page } from './page.js';

/** How far before a comparison its statement's beginning is looked for. */
const STATEMENT_CHARACTERS = 1500;
const SHORTEST = 12;
const LENGTH_MAX = 200;
/** How comparisons ask for a text that a column is or has. */
const OPERATORS = ['like', 'ilike', '==', '='];
const SOUGHT = { role: 'intruders', because: 'the text looks for it among the command lines of processes' } as const;
const SOUGHT_AGENT = { role: 'intruders', because: 'the text looks for it among the clients of requests' } as const;

/**
 * Finds parts of command lines, and user agents, that a query in SQL looks for (osquery, data lakes): `cmdline LIKE '%osascript -e%'`. Where a
 * pattern has several parts, the longest counts; a short one is everybody's.
 */
export function findQueriedCommands(page: Page): readonly FoundThing[] {
  const commands = words('command-columns').flatMap((column) =>
    soughtIn(page, column).flatMap(({ value, spans }): readonly FoundThing[] => {
      if (value.trim().length < SHORTEST || !value.trim().includes(' ')) return [];
      const title = 'Command Line That A Published Query Looks For';
      return [{ thing: 'command-line', value, deed: 'executed', spans, title, mark: SOUGHT }];
    }),
  );
  const agents = words('user-agent-columns').flatMap((column) =>
    soughtIn(page, column).flatMap(({ value, spans }): readonly FoundThing[] =>
      isOwnUserAgent(value) ? [{ thing: 'user-agent', value, deed: 'requested', spans, mark: SOUGHT_AGENT }] : [],
    ),
  );
  return joined([...commands, ...agents], ({ thing, value }) => `${thing} ${value}`);
}

interface Sought {
  readonly value: string;
  readonly spans: readonly Span[];
}

/** The texts that the conditions of statements ask of a column. */
function soughtIn(page: Page, column: string): readonly Sought[] {
  return placesOf(page.lower, column).flatMap((at): readonly Sought[] => {
    const isColumn = !isWordCharacter(page.lower[at - 1]) && !isWordCharacter(page.lower[at + column.length]);
    if (!isColumn || !isInStatement(page.lower, at)) return [];
    const start = valueStart(page.lower, at + column.length);
    const end = start === undefined ? -1 : page.text.indexOf("'", start);
    if (start === undefined || end < 0 || end - start > LENGTH_MAX) return [];
    const [value = ''] = page.text
      .slice(start, end)
      .split('%')
      .sort((a, b) => b.length - a.length);
    const from = start + page.text.slice(start, end).indexOf(value);
    return value.includes('\n') ? [] : [{ value, spans: [page.spanOf(from, from + value.length)] }];
  });
}

/** Whether a place stands in the conditions of a statement in SQL. */
function isInStatement(lower: string, at: number): boolean {
  const before = lower.slice(Math.max(0, at - STATEMENT_CHARACTERS), at);
  const statement = before.slice(Math.max(0, before.lastIndexOf('select')));
  return ['select', 'from', 'where'].every((word) => hasWord(statement, word)) && !statement.includes(';');
}

/** Where the text begins that a comparison asks for, behind its quotation mark; undefined where it asks for what is not so. */
function valueStart(lower: string, from: number): number | undefined {
  const operator = skip(lower, from, isGap);
  const own = OPERATORS.find((each) => lower.startsWith(each, operator));
  const quote = own === undefined ? -1 : skip(lower, operator + own.length, isGap);
  return lower[quote] === "'" ? quote + 1 : undefined;
}

/** A blank that does not end the line. */
const isGap = (character: string): boolean => isBlank(character) && character !== '\n';

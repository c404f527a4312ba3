import { withStraightQuotes } from '../../text/shape.js';

/**
 * A document's text for parsers of queries, offsets kept: curly quotes are straightened. A comment that a scrape has joined with the
 * query's next line is replaced by blanks, so that it does not swallow that line.
 */
export function straightened(text: string): string {
  return withStraightQuotes(text).replace(/(?<=\s)\/\/[^\n|"]{0,200}(?=\|\s*[a-z]+)/g, (comment) =>
    ' '.repeat(comment.length),
  );
}

import { RE2JS } from 're2js';
import { evalExpression } from './spl-eval.js';
import { type SplToken, splitPipeline, tokenize } from './spl-lexer.js';
import { inNetwork, numberOf, type SplEvent } from './spl-values.js';

/**
 * Whether an event passes a query of the streaming subset our converter writes: a search with `regex` and `where` behind it. Written from Splunk's
 * manual and not from the converter: OR binds tighter than the implied AND, `*` is the only wildcard, `where` knows three truth values.
 */
export function splMatches(query: string, event: SplEvent): boolean {
  const [search = '', ...commands] = splitPipeline(query);
  return passesSearch(search, event) && commands.every((command) => passesFilter(command, event));
}

/** Whether an event passes the search command's expression. */
export function passesSearch(search: string, event: SplEvent): boolean {
  return new SearchReader(tokenize(search, 'search'), event).read();
}

/** Whether an event passes a `where` or `regex` command; throws for any other. */
export function passesFilter(command: string, event: SplEvent): boolean {
  const space = command.indexOf(' ');
  const body = command.slice(space + 1);
  switch (command.slice(0, space)) {
    case 'where':
      return evalExpression(body, event) === true;
    case 'regex': {
      const [name, operator, source] = tokenize(body, 'search');
      if (operator?.text !== '=' || source?.kind !== 'string') throw new Error(`cannot read regex ${body}`);
      const regex = RE2JS.compile(source.text);
      return (event.get(name?.text ?? '') ?? []).some((value) => regex.matcher(value).find());
    }
    default:
      throw new Error(`the interpreter does not know ${command}`);
  }
}

/** The search command's expression: implied AND of ORs of NOTs. */
class SearchReader {
  private at = 0;

  constructor(
    private readonly tokens: readonly SplToken[],
    private readonly event: SplEvent,
  ) {}

  read(): boolean {
    const result = this.readAnd();
    if (this.at < this.tokens.length) throw new Error(`unexpected ${this.tokens[this.at]?.text}`);
    return result;
  }

  private readAnd(): boolean {
    let result = this.readOr();
    while (this.at < this.tokens.length && this.peek()?.kind !== 'close') {
      this.skipWord('AND');
      result = this.readOr() && result;
    }
    return result;
  }

  private readOr(): boolean {
    let result = this.readNot();
    while (this.skipWord('OR')) result = this.readNot() || result;
    return result;
  }

  private readNot(): boolean {
    if (this.skipWord('NOT')) return !this.readNot();
    if (this.peek()?.kind !== 'open') return this.readTerm();
    this.at++;
    const result = this.readAnd();
    this.at++;
    return result;
  }

  private readTerm(): boolean {
    const subject = this.next();
    const operator = this.peek();
    if (operator?.kind === 'operator') {
      this.at++;
      return this.compare(subject.text, operator.text, this.next());
    }
    if (operator?.kind === 'word' && operator.text === 'IN') {
      this.at += 2;
      let found = false;
      for (let value = this.next(); value.kind !== 'close'; value = this.next()) {
        if (value.kind !== 'comma') found = this.compare(subject.text, '=', value) || found;
      }
      return found;
    }
    const raw = this.event.get('_raw') ?? [];
    if (subject.kind === 'word' && /^\d+$/.test(subject.text)) {
      return raw.some((text) => RE2JS.compile(`\\b${subject.text}\\b`).matcher(text).find());
    }
    return subject.text === '*' || raw.some((text) => fits(`*${subject.text}*`, text));
  }

  private compare(name: string, operator: string, value: SplToken): boolean {
    const values = this.event.get(name) ?? [];
    if (operator === '=') {
      const network = /^[0-9a-f.:]+\/\d{1,3}$/i.test(value.text);
      return values.some((text) => (network ? inNetwork(value.text, text) : fits(value.text, text)));
    }
    const limit = Number(value.text);
    return values.some((text) => {
      const number = numberOf(text);
      const [left, right] = number === undefined ? [text, value.text] : [number, limit];
      if (operator === '>') return left > right;
      if (operator === '>=') return left >= right;
      return operator === '<' ? left < right : left <= right;
    });
  }

  private peek(): SplToken | undefined {
    return this.tokens[this.at];
  }

  private next(): SplToken {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error('the search ends too early');
    return token;
  }

  private skipWord(word: string): boolean {
    const token = this.peek();
    if (token?.kind !== 'word' || token.text !== word) return false;
    this.at++;
    return true;
  }
}

/** Whole text, any letter case, `*` for any run of characters. */
function fits(pattern: string, text: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => RE2JS.quote(part))
    .join('.*');
  return RE2JS.compile(`^${source}$`, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL)
    .matcher(text)
    .find();
}

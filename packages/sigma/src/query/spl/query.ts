import { malformed, QueryFault, unreadable } from '../query-fault.js';
import { ALWAYS, join, negate, type ParsedQuery, type QueryNode, type QueryRemark, test } from '../query-tree.js';
import { exactly } from '../values.js';
import { expressionTest, readEval } from './eval.js';
import { endOfQuote, type SplCommand, splCommands } from './pipeline.js';
import { macroTest, readSearch } from './search.js';

/** Marks the data model that a search reads; its object follows the dot. */
const DATA_MODEL_FIELD = 'datamodel';

const PRESENTATION = new Set([
  'fields',
  'table',
  'sort',
  'reverse',
  'fieldformat',
  'convert',
  'addinfo',
  'highlight',
  'fillnull',
  'makemv',
  'mvcombine',
  'nomv',
  'outputlookup',
  'collect',
  'sendemail',
]);
const LIMITS = new Set(['head', 'tail', 'dedup', 'uniq']);
/** Commands that compute columns, which a rule cannot test; alone they only change what is shown. */
const COMPUTING = new Set([
  'stats',
  'eventstats',
  'streamstats',
  'chart',
  'timechart',
  'top',
  'rare',
  'bin',
  'bucket',
  'lookup',
  'iplocation',
  'xmlkv',
  'spath',
  'rex',
  'extract',
  'kv',
  'tstats',
]);
/** Commands that cannot be read, with what each does. */
const REFUSED: Readonly<Record<string, string>> = {
  join: 'joins the events with others',
  append: 'adds the events of another search',
  appendcols: 'adds columns of another search',
  union: 'puts several searches together',
  multisearch: 'puts several searches together',
  transaction: 'groups events into transactions',
  inputlookup: 'reads a list instead of events',
  from: 'reads a saved data set',
  rest: 'queries Splunk itself',
  makeresults: 'generates events',
  map: 'runs a search per event',
  metadata: 'reads metadata instead of events',
  mvexpand: 'makes an event of every value',
};
/** Parses a Splunk search: terms, `where`, `regex`, `search`, and commands that only change what is shown. */
export function parseSpl(query: string): ParsedQuery {
  return new SplReader(query).whole();
}

class SplReader {
  readonly #query: string;
  readonly #remarks: QueryRemark[] = [];
  /** New name → old one, or the fault for using the name. */
  readonly #names = new Map<string, string | QueryFault>();
  /** The command that computed counts or groups, if there was one. */
  #computed: SplCommand | undefined;

  constructor(query: string) {
    this.#query = query;
  }

  whole(): ParsedQuery {
    const commands = splCommands(this.#query);
    if (commands.length === 0) throw malformed('the search is empty', 0);
    const parts = commands.map((command, index) => this.#command(command, index === 0));
    return { tree: join('and', parts), remarks: this.#remarks };
  }

  readonly #field = (name: string, at: number): string => {
    const known = this.#names.get(name);
    if (known instanceof QueryFault) throw new QueryFault(known.code, known.message, at);
    return known ?? name;
  };

  #command(command: SplCommand, isFirst: boolean): QueryNode {
    const { name, from, to, at } = command;
    switch (name) {
      case 'search':
        this.#refuseAfterComputing(isFirst);
        return readSearch(this.#query, from, to, { remarks: this.#remarks, field: this.#field });
      case 'where':
        this.#refuseAfterComputing(isFirst);
        return readEval(this.#query, from, to, this.#field);
      case 'regex':
        this.#refuseAfterComputing(isFirst);
        return this.#regex(command);
      case 'tstats':
        return this.#tstats(command);
      case 'rename':
        this.#rename(command);
        return ALWAYS;
      case 'eval':
        this.#eval(command);
        return ALWAYS;
      case '`':
        return macroTest(this.#query.slice(from + 1, endOfQuote(this.#query, from)), at);
      default:
    }
    const refused = REFUSED[name];
    if (refused !== undefined)
      throw unreadable(`${name} ${refused}; a rule over single events cannot express that`, at);
    if (COMPUTING.has(name)) this.#computed ??= command;
    else if (!PRESENTATION.has(name) && !LIMITS.has(name))
      throw unreadable(`${name} is a command without a counterpart in a rule`, at);
    this.#remarks.push(
      LIMITS.has(name)
        ? { code: 'search_settings', message: `${name} limits which events are shown; the rule leaves it out.`, at }
        : {
            code: 'presentation',
            message: `${name} only changes how the events are shown; the rule leaves it out.`,
            at,
          },
    );
    return ALWAYS;
  }

  #refuseAfterComputing(isFirst: boolean): void {
    const computed = this.#computed;
    if (isFirst || computed === undefined) return;
    throw unreadable(
      `a condition follows ${computed.name}, and a rule over single events cannot test the result of ${computed.name}`,
      computed.at,
    );
  }

  /** `regex field="…"`, `field!="…"`, or an expression alone on the raw event. */
  #regex({ from, to, at }: SplCommand): QueryNode {
    const found = /^\s*(?:([\w.{}]+)\s*(!?=)\s*)?"((?:[^"\\]|\\[\s\S])*)"\s*$/.exec(this.#query.slice(from, to));
    if (found === null) throw malformed('regex takes field="expression"', at);
    const expression = expressionTest((found[3] as string).replace(/\\([\\"])/g, '$1'));
    const name = found[1] ?? '_raw';
    const node = test(name === '_raw' ? undefined : this.#field(name, at), expression, at);
    return found[2] === '!=' ? negate(node) : node;
  }

  /** `tstats … from datamodel=Model.Object where terms by …`: the terms, and the data model as the name of the log. */
  #tstats({ from, to, at }: SplCommand): QueryNode {
    const text = this.#query.slice(from, to);
    const model = /\bdatamodel\s*=\s*"?([\w.]+)"?/i.exec(text)?.[1];
    const where = /\bwhere\b/i.exec(text);
    if (model === undefined || where === null)
      throw unreadable('tstats is read only with a data model and a where', at);
    const start = from + where.index + where[0].length;
    const end = from + endOfTerms(text, where.index);
    this.#remarks.push({
      code: 'presentation',
      message: 'tstats only changes how the events are shown; the rule leaves it out.',
      at,
    });
    this.#computed ??= { name: 'tstats', at, from, to };
    return join('and', [
      test(DATA_MODEL_FIELD, exactly(model), at),
      readSearch(this.#query, start, end, { remarks: this.#remarks, field: this.#field }),
    ]);
  }

  #rename({ from, to, at }: SplCommand): void {
    const renamed = /([\w.{}*]+|"[^"]*")\s+as\s+([\w.{}*]+|"[^"]*")/giy;
    const separator = /[\s,]*/y;
    const text = this.#query.slice(from, to);
    for (let index = 0; ; ) {
      separator.lastIndex = index;
      index += separator.exec(text)?.[0].length ?? 0;
      if (index >= text.length) return;
      renamed.lastIndex = index;
      const found = renamed.exec(text);
      if (found === null) throw malformed('rename takes old AS new', from + index);
      index += found[0].length;
      const [old, fresh] = [found[1], found[2]].map((name) => (name as string).replace(/^"|"$/g, '')) as [
        string,
        string,
      ];
      if (!old.includes('*')) this.#names.set(fresh, this.#field(old, at));
    }
  }

  /** A value that eval computes is not a field of the event: its name can be shown, but not tested. */
  #eval({ from, to, at }: SplCommand): void {
    const assigned = /(?:^|,)\s*([\w.{}]+|"[^"]*"|'[^']*')\s*=(?!=)/g;
    for (const [, name = ''] of this.#query.slice(from, to).matchAll(assigned)) {
      const plain = name.replace(/^["']|["']$/g, '');
      this.#names.set(plain, unreadable(`${plain} is computed by eval, which a rule cannot do`, at));
    }
    this.#remarks.push({
      code: 'presentation',
      message: 'eval only changes how the events are shown; the rule leaves it out.',
      at,
    });
  }
}

/** Where the terms of a tstats end: at its `by`, outside of quotes and parentheses. */
function endOfTerms(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' || character === '`') at = endOfQuote(text, at);
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0 && /^\sby\s/i.test(text.slice(at, at + 4))) return at;
  }
  return text.length;
}

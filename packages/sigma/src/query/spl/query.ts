import { Grouped, type GroupTest } from '../grouped.js';
import { malformed, QueryFault, unreadable } from '../query-fault.js';
import {
  ALWAYS,
  join,
  negate,
  type ParsedQuery,
  type ParseOptions,
  type QueryNode,
  type QueryRemark,
  test,
  type UnreadPart,
} from '../query-tree.js';
import { exactly } from '../values.js';
import { entryOf } from '../word-table.js';
import { WrittenOut } from '../written-out.js';
import { type Brought, listedBy, modelledBy, savedModel } from './brought.js';
import { COMPUTING, GROUPING, LIMITS, PRESENTATION, REFUSED, SHOWING } from './commands.js';
import { type Computed, ComputedValues, computedIn, unlessUnreadable } from './computed.js';
import { readEval } from './eval.js';
import { expressionTest } from './expression.js';
import { assignments, binSpan, computedNames, dataModelOf, readGroups } from './groups.js';
import { type Listed, listedBy as listedIn } from './listed.js';
import { writeOutMacros } from './macros.js';
import { Names, renamesIn } from './names.js';
import { endOfQuote, type SplCommand, splCommands, withoutComments } from './pipeline.js';
import { macroTest, readSearch } from './search.js';

/** Marks the data model that a search reads; its object follows the dot. */
const DATA_MODEL_FIELD = 'datamodel';

/** Parses a Splunk search: terms, `where`, `regex`, `search`, counts and conditions on them, and commands that only change what is shown. */
export function parseSpl(written: string, { partial = false, ...brought }: ParseOptions = {}): ParsedQuery {
  const query = withoutComments(written);
  if (brought.macros === undefined) return new SplReader(query, partial, brought).whole();
  const { text, placeOf } = writeOutMacros(query, brought.macros);
  try {
    return { ...new SplReader(text, partial, brought).whole(), placeOf };
  } catch (error) {
    if (error instanceof QueryFault) throw new QueryFault(error.code, error.message, placeOf(error.at));
    throw error;
  }
}

class SplReader {
  readonly #query: string;
  readonly #partial: boolean;
  readonly #brought: Brought;
  /** What may stand before names of fields: the objects of the data model that the search reads. */
  #prefixes: readonly string[] = [];
  readonly #remarks: QueryRemark[] = [];
  readonly #unread: UnreadPart[] = [];
  readonly #names = new Names();
  readonly #written = new WrittenOut('lookups and data models');
  readonly #counts: GroupTest[] = [];
  readonly #computedValues = new ComputedValues((node, at) => this.#written.use(node, at));
  /** Where the commands stand that a correlation has: they only show events where nothing is asked of their counts. */
  readonly #counting = new Set<number>();
  /** The groups that conditions are on, behind a command that groups events. */
  #grouped: Grouped | undefined;
  /** The command whose results cannot be tested, if there was one. */
  #computed: SplCommand | undefined;
  /** The span of `bin _time`. */
  #span: number | undefined;
  /** How far back the search itself looks. */
  #lookBack: number | undefined;

  constructor(query: string, partial: boolean, brought: Brought) {
    this.#query = query;
    this.#partial = partial;
    this.#brought = brought;
  }

  whole(): ParsedQuery {
    const commands = splCommands(this.#query);
    if (commands.length === 0) throw malformed('the search is empty', 0);
    const parts = commands.map((command, index) => this.#kept(command, index === 0));
    const count = this.#grouped?.countOf(this.#counts);
    this.#computedValues.refuseKeys(count);
    const window = count?.windowSeconds ?? this.#lookBack;
    return {
      tree: join('and', parts),
      remarks: count === undefined ? this.#remarks : this.#remarks.filter(({ at }) => !this.#counting.has(at)),
      unread: this.#unread,
      ...(count === undefined ? {} : { count: window === undefined ? count : { ...count, windowSeconds: window } }),
    };
  }

  readonly #field = (written: string, at: number): string => {
    if (this.#grouped === undefined && written.startsWith('mvcount('))
      throw unreadable('a rule cannot compute mvcount(…)', at);
    const prefix = this.#prefixes.find((before) => written.startsWith(`${before}.`));
    const name = prefix === undefined ? written : written.slice(prefix.length + 1);
    return (
      this.#names.before(name, at) ??
      (this.#grouped === undefined ? this.#names.own(name) : this.#grouped.field(name, at))
    );
  };

  /** What a command adds to the condition. In part, a command that cannot be read is left out where the rule then only finds more. */
  #kept(command: SplCommand, isFirst: boolean): QueryNode {
    if (!this.#partial || isFirst) return this.#command(command, isFirst);
    try {
      return this.#command(command, isFirst);
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
      this.#unread.push({ at: command.at, end: command.to, why: error.message });
      return ALWAYS;
    }
  }

  #command(command: SplCommand, isFirst: boolean): QueryNode {
    const { name, from, to, at } = command;
    switch (name) {
      case 'search':
        return this.#conditionOf(isFirst, () =>
          readSearch(this.#query, from, to, {
            remarks: this.#remarks,
            field: this.#field,
            subsearch: this.#subsearch,
            lookBack: (seconds) => {
              this.#lookBack = seconds;
            },
          }),
        );
      case 'where':
        return this.#conditionOf(isFirst, () => readEval(this.#query, from, to, this.#field));
      case 'regex':
        return this.#conditionOf(isFirst, () => this.#regex(command));
      case 'tstats':
        return this.#tstats(command);
      case 'from':
      case 'datamodel':
        return this.#modelled(savedModel(name, this.#query.slice(from, to)), at) ?? this.#other(command);
      case 'rename':
        for (const [old, fresh] of renamesIn(this.#query.slice(from, to), from))
          if (old.includes('*')) this.#names.rename(old, fresh, at);
          else this.#names.set(fresh, this.#field(old, at));
        return ALWAYS;
      case 'eval':
        this.#eval(command);
        return ALWAYS;
      case '`':
        return macroTest(this.#query.slice(from + 1, endOfQuote(this.#query, from)), at);
      default:
        return this.#other(command);
    }
  }

  #other(command: SplCommand): QueryNode {
    const { name, from, to, at } = command;
    const refused = entryOf(REFUSED, name);
    if (refused !== undefined)
      throw unreadable(`${name} ${refused}; neither a rule over single events nor a correlation can express that`, at);
    if (GROUPING.has(name) || name === 'bin' || name === 'bucket') this.#counting.add(at);
    if (name === 'bin' || name === 'bucket') this.#span = binSpan(this.#query.slice(from, to)) ?? this.#span;
    else if (GROUPING.has(name)) this.#group(command);
    else if (COMPUTING.has(name)) this.#compute(command);
    else if (SHOWING.has(name)) this.#computed ??= command;
    else if (!PRESENTATION.has(name) && !LIMITS.has(name))
      throw unreadable(`${name} is a command without a counterpart in a rule`, at);
    this.#remarks.push(
      LIMITS.has(name)
        ? { code: 'search_settings', message: `${name} limits which events are shown; the rule leaves it out.`, at }
        : presentation(name, at),
    );
    return ALWAYS;
  }

  /** A condition on events, or on groups of them. */
  #conditionOf(isFirst: boolean, read: () => QueryNode): QueryNode {
    const computed = this.#computed;
    if (!isFirst && computed !== undefined) {
      throw unreadable(
        `a condition follows ${computed.name}, and neither a rule over single events nor a correlation can test the result of ${computed.name}`,
        computed.at,
      );
    }
    const node = this.#computedValues.resolved(read(), this.#remarks);
    if (this.#grouped === undefined) return node;
    const { onEvents, counts } = this.#grouped.split(node);
    this.#grouped.countOf([...this.#counts, ...counts]);
    this.#counts.push(...counts);
    return join('and', onEvents);
  }

  /** `stats count by …`. Groups of groups cannot be tested. */
  #group(command: SplCommand): void {
    const { name, at, from, to } = command;
    if (this.#grouped !== undefined) {
      this.#computed ??= command;
      return;
    }
    const { keys, aggregates, span } = readGroups(this.#query.slice(from, to), this.#field, at, name);
    this.#grouped = new Grouped(name, at, keys, aggregates, span ?? this.#span);
    this.#names.clear();
  }

  #compute(command: SplCommand): void {
    const text = this.#query.slice(command.from, command.to);
    const names = computedNames(command.name, text);
    if (names === undefined) this.#computed ??= command;
    const listed = command.name === 'lookup' ? listedIn(text) : new Map<string, Listed>();
    for (const name of names ?? [])
      this.#names.set(
        name,
        this.#listed(name, listed.get(name), command.at) ??
          unreadable(`${name} is computed by ${command.name}, which a rule cannot do`, command.at),
      );
  }

  /** What stands for a name that `lookup` adds of one field's value. Where lookups came with the search, one that is missing is not one that a pipeline has. */
  #listed(name: string, listed: Listed | undefined, at: number): string | undefined {
    const field = this.#alias(listed?.field, at);
    if (listed === undefined || field === undefined) return undefined;
    const { lists } = this.#brought;
    const given = entryOf(lists ?? {}, listed.list);
    if (lists !== undefined && given === undefined) return undefined;
    const known = { kind: 'listed', listed: { ...listed, field } } as const;
    return this.#computedValues.add(name, given === undefined ? known : { ...known, given });
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

  /** `tstats count … from datamodel=Model.Object where terms by …`: terms, the data model as the name of the log, and groups. */
  #tstats({ from, to, at }: SplCommand): QueryNode {
    const text = this.#query.slice(from, to);
    const model = dataModelOf(text);
    if (model === undefined) throw unreadable('tstats is read only with a data model', at);
    this.#remarks.push(presentation('tstats', at));
    this.#counting.add(at);
    const { head, terms, by } = model;
    const source =
      this.#modelled(model.isByNode ? undefined : model.name, at) ?? test(DATA_MODEL_FIELD, exactly(model.name), at);
    const condition =
      terms === undefined
        ? ALWAYS
        : readSearch(this.#query, from + terms[0], from + terms[1], {
            remarks: this.#remarks,
            field: this.#field,
            subsearch: this.#subsearch,
          });
    const { keys, aggregates, span } = readGroups(`${head} ${by}`, this.#field, at, 'tstats');
    this.#grouped = new Grouped('tstats', at, keys, aggregates, span);
    return join('and', [source, condition]);
  }

  readonly #subsearch = (text: string, at: number): QueryNode | undefined => {
    const found = listedBy(text, this.#brought, this.#field, at);
    return found === undefined ? undefined : this.#written.use(found, at);
  };

  /** The events of a data model that came with the search; what it computes is no field of them. */
  #modelled(name: string | undefined, at: number): QueryNode | undefined {
    const found = name === undefined ? undefined : modelledBy(name, this.#brought, at);
    if (found === undefined) return undefined;
    this.#prefixes = found.model.prefixes;
    for (const computed of found.model.computed)
      this.#names.set(
        computed,
        unreadable(`${computed} is computed by the data model ${name}, which a rule cannot do`, at),
      );
    return this.#written.use(found.condition, at);
  }

  /** A value that eval computes is not a field of the event: its name can be shown, but not tested. A field under another name can. */
  #eval({ from, to, at }: SplCommand): void {
    const computed = computedIn(this.#query, from, to, this.#field);
    for (const { name, field } of assignments(this.#query.slice(from, to))) {
      const value = computed(name);
      const known = value === undefined ? this.#alias(field, at) : this.#added(name, value);
      this.#names.set(name, known ?? unreadable(`${name} is computed by eval, which a rule cannot do`, at));
    }
    this.#remarks.push(presentation('eval', at));
  }

  #alias(field: string | undefined, at: number): string | undefined {
    return field === undefined ? undefined : unlessUnreadable(() => this.#field(field, at));
  }

  /** What stands for a value whose conditions a rule can say. */
  #added(name: string, value: Computed): string | undefined {
    return unlessUnreadable(() => this.#computedValues.add(name, value));
  }
}

const presentation = (name: string, at: number): QueryRemark => ({
  code: 'presentation',
  message: `${name} only changes how the events are shown; the rule leaves it out.`,
  at,
});

import type { QueryMacro } from '@tripline/sigma';
import { divideBytes } from '../exports/divide-file.js';
import type { SearchKnowledge, Unread } from '../exports/exported-rule.js';
import { folderOf } from '../exports/splunk.js';
import {
  baseName,
  countUnknownMacros,
  listedBy,
  noKnowledge,
  noUses,
  type Uses,
  unknownMacros,
  unreadKnowledge,
} from '../exports/splunk-knowledge.js';
import { partsOfConf, type SplunkPart, type SplunkSeen, sourcesOf } from '../exports/splunk-parts.js';
import { type StoredFile, type StoredFiles, textAt } from '../exports/stored-files.js';
import { KeptText } from './kept-text.js';
import type { ReadSiemRule } from './read-rule.js';
import { answerOf, faultOfLength, pieceOf, type Run, type TakenRules } from './take-rules.js';

/** What all parts say of how searches are read. */
class SplunkSight {
  readonly macros = Object.create(null) as Record<string, QueryMacro>;
  readonly alerts = new Map<string, string>();
  readonly apps = new Map<string, boolean>();
  readonly found = noKnowledge();
  readonly uses = noUses();
  /** How many searches have a name. */
  readonly names = new Map<string, number>();
  readonly pages = { seen: 0, total: 0 };
  /** Of macros. */
  readonly text = new KeptText();

  add(seen: SplunkSeen): void {
    Object.assign(this.macros, seen.macros);
    for (const { definition } of Object.values(seen.macros)) this.text.add(definition);
    Object.assign(this.found.dataModels, seen.found.dataModels);
    for (const [name, file] of seen.found.named) this.found.named.set(name, file);
    for (const [search, at] of seen.alerts) if (at > (this.alerts.get(search) ?? '')) this.alerts.set(search, at);
    for (const [folder, isOn] of seen.apps) this.apps.set(folder, isOn);
    for (const name of seen.names) this.names.set(name, (this.names.get(name) ?? 0) + 1);
    for (const kind of ['added', 'listed', 'modelled'] satisfies (keyof Uses)[])
      for (const [name, rules] of seen.uses[kind]) this.uses[kind].set(name, (this.uses[kind].get(name) ?? 0) + rules);
  }

  /** @param page what all pieces of one answer of the REST API say together */
  addPage(page: SplunkSeen['page']): void {
    if (!page.isOfSearches || page.total === 0) return;
    this.pages.seen += page.entries;
    this.pages.total = Math.max(this.pages.total, page.total);
  }

  /**
   * A search is known by its name; where several apps have one of a name, by the app too.
   * @param folder that of its app, where it came in a file of one
   */
  finished(rule: ReadSiemRule, folder: string | undefined): ReadSiemRule {
    const key = (this.names.get(rule.name) ?? 0) > 1 ? rule.key : rule.name;
    const off = folder !== undefined && this.apps.get(folder) === false ? { enabled: false } : {};
    return { ...rule, key, state: { ...rule.state, ...off, lastAlertAt: this.alerts.get(rule.name) ?? null } };
  }
}

/**
 * Takes an export of Splunk: it is looked at part by part for macros, lookups, data models, alerts and the names of searches, and then its
 * searches are read part by part with all of that.
 */
export async function takeSplunk(run: Run, taken: TakenRules, stored: StoredFiles): Promise<void> {
  const { bytes } = stored;
  const sources = sourcesOf(stored);
  const confs = await partsOfConfs(run, taken, stored, sources);
  const files = sources.flatMap(({ role, ...source }) =>
    'file' in source && (role === 'rest' || role === 'model') ? [{ role, file: source.file }] : [],
  );
  const sight = new SplunkSight();
  const look = async (part: SplunkPart): Promise<SplunkSeen['page']> => {
    const { seen } = answerOf(taken.kind, await run({ step: 'look', bytes, part }), 'seen');
    sight.add(seen);
    taken.refuseTooMuch(sight.text);
    taken.refuseMoreThan([...sight.names.values()].reduce((sum, count) => sum + count, 0));
    return seen.page;
  };
  for (const part of confs) await look(part);
  for (const { file, role } of files) {
    const page = { entries: 0, isOfSearches: false, total: 0 };
    for await (const part of partsOfFile(stored, role, file, (unread) => taken.add({ rules: [], unread: [unread] }))) {
      const { entries, isOfSearches, total } = await look(part);
      page.entries += entries;
      page.isOfSearches ||= isOfSearches;
      page.total = Math.max(page.total, total);
    }
    sight.addPage(page);
  }
  const knowledge = {
    macros: sight.macros,
    lists: await tables(run, taken, stored, sight),
    dataModels: sight.found.dataModels,
  };
  taken.add({ rules: [], unread: [], pages: sight.pages, warnings: unreadKnowledge(sight.uses, knowledge) });
  const unknown = new Map<string, number>();
  const read = async (part: SplunkPart): Promise<void> => {
    const folder = part.role === 'searches' ? folderOf(part.name) : undefined;
    const { rules, ...rest } = answerOf(taken.kind, await run({ step: 'searches', bytes, part, knowledge }), 'rules');
    for (const { query, unread } of rules)
      countUnknownMacros(
        query,
        unread.map(({ why }) => why),
        unknown,
      );
    taken.add({ ...rest, rules: rules.map((rule) => sight.finished(rule, folder)) });
  };
  for (const part of confs) if (part.role === 'searches') await read(part);
  for (const { file, role } of files)
    if (role === 'rest') for await (const part of partsOfFile(stored, role, file)) await read(part);
  taken.add({ rules: [], unread: [], warnings: unknownMacros(unknown) });
}

async function partsOfConfs(
  run: Run,
  taken: TakenRules,
  { bytes }: StoredFiles,
  sources: readonly ReturnType<typeof sourcesOf>[number][],
): Promise<readonly SplunkPart[]> {
  const parts: SplunkPart[] = [];
  for (const source of sources) {
    if (!('files' in source)) continue;
    const { files, name } = source;
    const { places } = answerOf(taken.kind, await run({ step: 'stanzas', bytes, name, files }), 'places');
    const divided = partsOfConf(source, places);
    taken.add({ rules: [], unread: divided.unread });
    for (const part of divided.parts) parts.push(part);
  }
  return parts;
}

/** The parts of another file. @param tell is told of what is too long */
async function* partsOfFile(
  { bytes }: StoredFiles,
  role: 'rest' | 'model',
  file: StoredFile,
  tell: (unread: Unread) => void = () => undefined,
): AsyncGenerator<SplunkPart> {
  const { from, name, to } = file;
  const pieces = role === 'rest' ? divideBytes('splunk', bytes.subarray(from, to)) : undefined;
  if (pieces === undefined) {
    const fault = faultOfLength(file);
    if (fault !== undefined) tell(fault);
    else yield role === 'model' ? { role, file } : { role, file: { name, text: textAt(bytes, file) } };
    return;
  }
  for await (const each of pieces) {
    const piece = pieceOf(name, each, 'entry');
    if ('reason' in piece) tell(piece);
    else yield { role: 'rest', file: piece };
  }
}

/** The rows of the lookups that searches and macros list. */
async function tables(
  run: Run,
  taken: TakenRules,
  { bytes, files }: StoredFiles,
  { found, macros, uses }: SplunkSight,
): Promise<NonNullable<SearchKnowledge['lists']>> {
  const byName = new Map(files.filter(({ name }) => /\.csv$/i.test(name)).map((file) => [baseName(file.name), file]));
  const wanted = new Map<string, StoredFile>();
  for (const name of new Set([...uses.listed.keys(), ...listedBy(macros)])) {
    const file = byName.get(found.named.get(name) ?? name);
    if (file !== undefined) wanted.set(name, file);
  }
  return wanted.size === 0
    ? {}
    : answerOf(taken.kind, await run({ step: 'tables', bytes, tables: wanted }), 'lists').lists;
}

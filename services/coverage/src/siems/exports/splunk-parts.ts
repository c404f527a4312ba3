import { type ConfPlaces, type Stanza, type StanzaPlace, settingsAt, sizeOf } from './conf-file.js';
import type { ExportFile, Unread } from './exported-rule.js';
import { LONGEST_RECORD, PIECE_BYTES, PIECE_RECORDS } from './record-pieces.js';
import { soundRecords } from './sound-records.js';
import { emptyContent, type SplunkContent, takeApp, takeMacros, takeRest, takeSearches } from './splunk.js';
import { countUses, noUses, takeDataModel, takeLookupNames, type Uses } from './splunk-knowledge.js';
import { type Range, type SharedBytes, type StoredFile, type StoredFiles, textAt } from './stored-files.js';
import { TOO_LONG } from './text-pieces.js';

/** A file of `.conf`, by what it has: saved searches, macros, the names of lookups or what the app is. What an app's users changed (`local`) comes over what it was delivered with (`default`). */
export interface ConfSource {
  readonly role: 'searches' | 'macros' | 'lookups' | 'app';
  readonly name: string;
  readonly files: readonly Range[];
}

/** Another file: an answer of the REST API, a data model, or a lookup's table. */
interface FileSource {
  readonly role: 'rest' | 'model' | 'table';
  readonly file: StoredFile;
}

/** Some of an export of Splunk, which one task reads. */
export type SplunkPart =
  | (Pick<ConfSource, 'role' | 'name'> & ConfPlaces)
  | { readonly role: 'rest'; readonly file: ExportFile }
  | { readonly role: 'model'; readonly file: StoredFile };

/** What each file of an export is for; those for nothing are left out. */
export function sourcesOf({ bytes, files }: StoredFiles): readonly (ConfSource | FileSource)[] {
  const confs = new Map<string, ConfSource & { readonly files: Range[] }>();
  const others: FileSource[] = [];
  for (const file of [...files].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))) {
    const role = roleOf(file, bytes[firstSeen(bytes, file)], files.length === 1);
    if (role === undefined) continue;
    if (role === 'rest' || role === 'model' || role === 'table') {
      others.push({ role, file });
      continue;
    }
    const name = file.name.replace(/^(.*?)(?:default|local)\/([^/]+\.conf)$/, '$1$2');
    const known = confs.get(name) ?? { role, name, files: [] };
    confs.set(name, known);
    known.files.push(file);
  }
  return [...confs.values(), ...others];
}

const rank = ({ name }: StoredFile): number => (/(?:^|\/)local\//.test(name) ? 1 : 0);
const BLANK = 32;
const OPEN = 123;

function firstSeen(bytes: Uint8Array, { from, to }: Range): number {
  let at = from;
  while (at < to && (bytes[at] as number) <= BLANK) at++;
  return at;
}

function roleOf(
  { name }: StoredFile,
  first: number | undefined,
  isAlone: boolean,
): (ConfSource | FileSource)['role'] | undefined {
  if (/\.csv$/i.test(name)) return 'table';
  if (/transforms[^/]*\.conf$/i.test(name)) return 'lookups';
  if (/(?:^|\/)data\/models\/[^/]+\.json$/i.test(name)) return 'model';
  if (/(?:^|\/)app\.conf$/i.test(name) && !isAlone) return 'app';
  if (/macros[^/]*\.conf$/i.test(name)) return 'macros';
  if (/\.json$/i.test(name) || first === OPEN) return 'rest';
  if (/\.conf$/i.test(name) && !/savedsearches[^/]*\.conf$/i.test(name) && !isAlone) return undefined;
  return /\.(?:conf|txt)$/i.test(name) || isAlone ? 'searches' : undefined;
}

/** Divides a `.conf` file by its stanzas. */
export function partsOfConf(
  { name, role }: Pick<ConfSource, 'role' | 'name'>,
  { defaults, stanzas }: ConfPlaces,
): { readonly parts: readonly SplunkPart[]; readonly unread: readonly Unread[] } {
  const parts: StanzaPlace[][] = [];
  const unread: Unread[] = [];
  let bytes = 0;
  for (const stanza of stanzas) {
    const size = sizeOf(stanza.at);
    if (size > LONGEST_RECORD) {
      unread.push({ place: `${name}:${stanza.line} [${stanza.name}]`, reason: TOO_LONG });
      continue;
    }
    const last = parts.at(-1);
    bytes += size;
    if (last !== undefined && last.length < PIECE_RECORDS && bytes <= PIECE_BYTES) last.push(stanza);
    else {
      parts.push([stanza]);
      bytes = size;
    }
  }
  return { parts: parts.map((part) => ({ role, name, defaults, stanzas: part })), unread };
}

/** Reads what a part has, but no query of a search. */
export function contentOfPart(bytes: SharedBytes, part: SplunkPart): SplunkContent {
  const content = emptyContent();
  if (part.role === 'rest') {
    const { files, unread } = soundRecords(part.file);
    for (const file of files) takeRest(file, content);
    content.unread.push(...unread);
  } else if (part.role === 'model') takeDataModel(textAt(bytes, part.file), content.found);
  else {
    const common = settingsAt(bytes, part.defaults);
    const stanzas = part.stanzas.map(
      ({ at, line, name }): Stanza => ({ name, line, settings: settingsAt(bytes, at, common) }),
    );
    if (part.role === 'macros') takeMacros(stanzas, content);
    else if (part.role === 'lookups') takeLookupNames(stanzas, content.found);
    else if (part.role === 'app') takeApp(part.name, stanzas, content);
    else takeSearches(part.name, stanzas, content);
  }
  return content;
}

/** What a part says of how searches are read, without the searches. */
export interface SplunkSeen extends Omit<SplunkContent, 'rules' | 'unread'> {
  /** The names of its searches. */
  readonly names: readonly string[];
  readonly uses: Uses;
}

/** Looks at a part, before its searches are read. */
export function lookAtPart(bytes: SharedBytes, part: SplunkPart): SplunkSeen {
  const { alerts, apps, found, macros, page, rules } = contentOfPart(bytes, part);
  const uses = noUses();
  countUses(
    rules.map(({ query }) => query),
    uses,
  );
  return { alerts, apps, found, macros, page, names: rules.map(({ name }) => name), uses };
}

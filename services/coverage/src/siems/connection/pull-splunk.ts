import type { ExportFile, ImportWarning } from '../exports/exported-rule.js';
import { listOf, objectOf } from '../exports/json-values.js';
import type { PulledRules, SiemAccess } from './pulled-rules.js';
import { type SiemCalls, SiemUnreachableError } from './siem-calls.js';

/** Entries of a page: with 0 Splunk gives all at once, which for some is more than an answer should hold. */
const AT_ONCE = 500;
const MOST_PAGES = 200;

/**
 * The saved searches of a Splunk, with its macros, data models and the alerts that it has raised, of all apps and users that the token may see.
 * @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTsearch, "saved/searches", "alerts/fired_alerts/{name}"
 * @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTknowledge, "datamodel/model"
 * @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTprolog, "Pagination and filtering parameters"
 * @see https://docs.splunk.com/Documentation/Splunk/latest/Security/UseAuthTokens
 */
export async function pullSplunk(calls: SiemCalls, access: SiemAccess): Promise<PulledRules> {
  const warnings: ImportWarning[] = [];
  const searches = await pages(calls, access, 'saved/searches');
  if (!Array.isArray(searches)) throw new SiemUnreachableError(hidden('saved searches', searches.refused));
  const files = [...searches];
  for (const [path, what, kind] of [
    ['admin/macros', 'macros', 'macros_unread'],
    ['datamodel/model', 'data models', 'data_models_unread'],
    ['alerts/fired_alerts/-', 'fired alerts', 'alerts_unread'],
  ] as const) {
    const found = await pages(calls, access, path);
    if (Array.isArray(found)) for (const file of found) files.push(file);
    else warnings.push({ kind, text: hidden(what, found.refused) });
  }
  return { files, warnings };
}

const hidden = (what: string, status: number): string =>
  `Splunk does not show the token its ${what} (status ${status}); give its role the right to read them.`;

async function pages(
  calls: SiemCalls,
  { address, secret }: SiemAccess,
  path: string,
): Promise<ExportFile[] | { readonly refused: number }> {
  const files: ExportFile[] = [];
  let offset = 0;
  for (let page = 0; page < MOST_PAGES; page++) {
    const url = `${address}/servicesNS/-/-/${path}?output_mode=json&count=${AT_ONCE}&offset=${offset}`;
    const answer = await calls.askIfAllowed(url, { method: 'GET', headers: { authorization: `Bearer ${secret}` } });
    if ('refused' in answer) return answer;
    const entries = listOf(answer.json['entry']).length;
    if (answer.json['entry'] === undefined)
      throw new SiemUnreachableError(`${new URL(url).host} answered ${path} without "entry"; is it Splunk's API?`);
    files.push({ name: `${path}-${page + 1}.json`, text: answer.text });
    offset += entries;
    const total = Number(objectOf(answer.json['paging'])['total'] ?? offset);
    if (entries === 0 || offset >= total) return files;
  }
  throw new SiemUnreachableError(`Splunk has more than ${MOST_PAGES * AT_ONCE} ${path}.`);
}

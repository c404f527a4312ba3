import type { ExportFile } from '../exports/exported-rule.js';
import { listOf } from '../exports/json-values.js';
import type { PulledRules, SiemAccess } from './pulled-rules.js';
import { type SiemCalls, SiemUnreachableError } from './siem-calls.js';

const AT_ONCE = 500;
const MOST_PAGES = 200;

/**
 * The detection rules of a Kibana space, which the address names.
 * @see https://www.elastic.co/docs/api/doc/kibana/operation/operation-findrules
 * @see https://www.elastic.co/docs/api/doc/kibana/authentication
 */
export async function pullElastic(calls: SiemCalls, { address, secret }: SiemAccess): Promise<PulledRules> {
  const files: ExportFile[] = [];
  let seen = 0;
  for (let page = 1; page <= MOST_PAGES; page++) {
    // In the order of their making, so that a rule that is made meanwhile moves none to another page.
    const order = 'sort_field=created_at&sort_order=asc';
    const url = `${address}/api/detection_engine/rules/_find?page=${page}&per_page=${AT_ONCE}&${order}`;
    const headers = { authorization: `ApiKey ${secret}`, 'kbn-xsrf': 'tripline' };
    const { json, text } = await calls.ask(url, { method: 'GET', headers });
    const { data, total } = json;
    if (!Array.isArray(data) || typeof total !== 'number')
      throw new SiemUnreachableError(`${new URL(url).host} answered without "data" and "total"; is it Kibana's API?`);
    files.push({ name: `rules-${page}.json`, text });
    seen += listOf(data).length;
    if (data.length === 0 || seen >= total) return { files, warnings: [] };
  }
  throw new SiemUnreachableError(`Kibana has more than ${MOST_PAGES * AT_ONCE} rules.`);
}

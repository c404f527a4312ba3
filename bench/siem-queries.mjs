// Published queries as exports of each product, imported over HTTP with an account of AWS: how many are read whole, in part or not, and which
// techniques their queries show beside those that their authors tag. Usage: node bench/siem-queries.mjs [FOLDER] [--split work|judge] [--draw COUNT];
// --draw shows so many rules of AWS with their queries, the same ones each time, for somebody's eyes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { corpusFolder } from './lib/corpus.mjs';
import { callApi, startCoverageStack } from './lib/coverage-stack.mjs';

const words = process.argv.slice(2);
const option = (name) => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const [split = 'work', draw = '0'] = ['--split', '--draw'].map(option);
if (split !== 'work' && draw !== '0') throw new Error('the judging half is for figures alone: --draw shows queries');
const folder = corpusFolder(words[0], 'a folder of published queries (*.jsonl)', 'queries');

const hash = (text) => createHash('sha256').update(text).digest('hex');
/** The half of a query by its id, as the tools that count readings take it. */
const isWork = ({ id }) => (Number.parseInt(hash(id)[0], 16) & 7) < 4;
const lines = (name) =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const rowsOf = (name) => lines(name).filter((row) => isWork(row) === (split === 'work'));

/** A value of a setting of Splunk, which goes on where a line ends with a backslash. */
const setting = (value) => value.replaceAll('\n', '\\\n');
const stanza = (name, settings) =>
  `[${name}]\n${Object.entries(settings)
    .map(([key, value]) => `${key} = ${setting(value)}\n`)
    .join('')}\n`;
const tagsOf = ({ techniques = [] }) => JSON.stringify({ mitre_attack: techniques });

const PRODUCTS = {
  splunk: () => {
    const searches = rowsOf('splunk').map((row) =>
      stanza(row.id.replaceAll(/[[\]]/g, ''), {
        ...{ enableSched: '1', search: row.query },
        'action.correlationsearch.annotations': tagsOf(row),
      }),
    );
    const macros = lines('splunk-macros').map(({ arguments: args, definition, name }) =>
      stanza(name, { ...(args === null ? {} : { args: args.join(',') }), definition }),
    );
    const files = { 'app/default/savedsearches.conf': searches.join(''), 'app/default/macros.conf': macros.join('') };
    return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
  },
  sentinel: () => {
    const value = rowsOf('kql').map(({ id, query, techniques }) => ({
      ...{ kind: 'Scheduled', name: id },
      properties: { displayName: id, enabled: true, query, techniques: techniques ?? [] },
    }));
    return JSON.stringify({ value });
  },
  elastic: () => {
    const technique = (id) =>
      id.includes('.') ? { id: id.slice(0, 5), subtechnique: [{ id }] } : { id, subtechnique: [] };
    return rowsOf('elastic')
      .map(({ id, techniques = [], ...row }) =>
        JSON.stringify({
          ...row,
          name: id,
          rule_id: id,
          enabled: true,
          threat: [{ technique: techniques.map(technique) }],
        }),
      )
      .join('\n');
  },
  google: () => {
    const rules = rowsOf('chronicle').map(({ id, query }) => ({ ruleId: id, ruleText: query, displayName: id }));
    return JSON.stringify({ rules });
  },
};

async function imported(url, headers, kind, file, account) {
  const siem = await callApi(`${url}/siems`, headers, 'POST', { name: kind, kind, account_ids: [account] });
  const name = { splunk: 'app.zip', elastic: 'rules.ndjson' }[kind] ?? 'rules.json';
  const answer = await fetch(`${url}/siems/${siem.id}/import?file=${name}&apply=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: file,
  });
  const diff = await answer.json();
  if (!answer.ok) throw new Error(`the import gave ${answer.status}: ${JSON.stringify(diff)}`);
  const rules = [];
  for (let page = 1; page === 1 || rules.length < diff.new_total; page++)
    rules.push(...(await callApi(`${url}/siems/${siem.id}/rules?page_size=200&page=${page}`, headers)).rules);
  return { diff, rules };
}

const counted = (rules, basis) =>
  rules.reduce((sum, { techniques }) => sum + techniques.filter((one) => one.basis === basis).length, 0);

const stack = await startCoverageStack();
try {
  const api = await stack.startApi();
  const { headers } = await stack.newSubscriber(api, 'enterprise');
  const body = { name: 'bench', provider: 'aws', external_account_id: '111122223333' };
  const { id: account } = await callApi(`${api.url}/accounts`, headers, 'POST', body);
  const all = [];
  for (const [kind, fileOf] of Object.entries(PRODUCTS)) {
    const { diff, rules } = await imported(api.url, headers, kind, fileOf(), account);
    const { none, part, whole } = diff.read;
    const placed = rules.filter((rule) => rule.accounts.length > 0);
    const shown = placed.filter(({ techniques }) => techniques.some(({ basis }) => basis === 'query'));
    console.log(
      `${kind}: ${rules.length} rules, ${whole} read whole, ${part} in part, ${none} not; ${diff.unread_total} entries are no rules`,
    );
    console.log(
      `  ${placed.length} read a log that an account of AWS has: ${shown.length} show techniques by query, ${counted(placed, 'query')} in all; ${counted(placed, 'claimed')} more by tag alone`,
    );
    for (const { reason } of diff.unread.slice(0, 3)) console.log(`  no rule: ${reason}`);
    all.push(...placed.map((rule) => ({ kind, ...rule })));
  }
  const drawn = all.sort((a, b) => (hash(a.name) < hash(b.name) ? -1 : 1)).slice(0, Number(draw));
  for (const { kind, name, query, read, techniques, unread } of drawn) {
    const by = (basis) => techniques.filter((one) => one.basis === basis).map((one) => one.technique_id);
    console.log(
      `\n== ${kind}: ${name}\nread: ${read}; by query: ${by('query').join(' ')}; by tag alone: ${by('claimed').join(' ')}`,
    );
    for (const { text, why } of unread) console.log(`not read: ${why} ${text}`);
    console.log(query);
  }
} finally {
  await stack.stop();
}

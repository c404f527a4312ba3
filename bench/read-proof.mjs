// Whether published queries and the rules read from them agree, on events made from each query. Usage: node bench/read-proof.mjs DIR [--split work|judge]
// [--only LANGUAGE] [--list FILE]; DIR has a line of JSON for each query ({ id, language, query }), as shared/data/queries has. Prints figures by language.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { corpusFolder } from './lib/corpus.mjs';

register('../scripts/jest/typescript.mjs', import.meta.url);
const { prove } = await import('../packages/sigma/test/support/proof/prove.ts');

const words = process.argv.slice(2);
const option = (name) => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const [split, only, list] = ['--split', '--only', '--list'].map(option);
const folder = corpusFolder(words[0], 'a folder of published queries (*.jsonl)', 'queries');
const NAMES = { kuery: 'lucene', 'yara-l': 'yaral' };
const rowsOf = (name) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
/** The half of a query by its id, as the tools that count readings take it. */
const isWork = (id) => (Number.parseInt(createHash('sha256').update(id).digest('hex')[0], 16) & 7) < 4;
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
const isMacros = (name) => name.includes('macros');
const macros = Object.fromEntries(
  files
    .filter(isMacros)
    .flatMap(rowsOf)
    .map(({ name, arguments: args, definition }) => [name, { arguments: args ?? [], definition }]),
);
const counts = new Map();
const reasons = new Map();
const lines = [];
for (const row of files.filter((name) => !isMacros(name)).flatMap(rowsOf)) {
  const { id, query, type, threshold, new_terms, index, from, interval } = row;
  const language = NAMES[row.language] ?? row.language;
  if ((split !== undefined && (split === 'work') !== isWork(id)) || (only !== undefined && only !== language)) continue;
  const proof = prove(query, language, { macros, rule: { type, threshold, new_terms, index, from, interval } });
  const count = counts.get(language) ?? { agrees: 0, widened: 0, differs: 0, unproven: 0, 'not read whole': 0 };
  counts.set(language, count);
  const isRead = proof.why !== 'not read whole' && !proof.why?.startsWith('refused');
  if (!isRead) count['not read whole']++;
  else {
    count[proof.verdict]++;
    if (proof.verdict === 'agrees' && proof.widened) count.widened++;
  }
  if (isRead && proof.verdict !== 'agrees') {
    const kinds = [...new Set(proof.differences.map(({ kind }) => kind))].join(' and ');
    const why = `${language}: ${proof.why ?? kinds}`;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
    lines.push(JSON.stringify({ id, language, ...proof }));
  }
}
for (const [language, { agrees, widened, differs, unproven, ...others }] of counts) {
  console.log(
    `${language}: ${agrees} agree (${widened} of them wider, with a note), ${differs} differ, ${unproven} unproven; ${others['not read whole']} not read whole`,
  );
}
for (const [why, number] of [...reasons].sort(([, a], [, b]) => b - a))
  console.log(`${String(number).padStart(6)}  ${why}`);
if (list !== undefined) writeFileSync(list, lines.map((line) => `${line}\n`).join(''));

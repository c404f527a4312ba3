// Converts every rule under the given folders to KQL and parses each query with Microsoft's own parser and the table schemas. Usage: node
// packages/sigma/scripts/check-kql.mjs FOLDER... [--show N]
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { convert, parseSigma } from '@tripline/sigma';
import { kustoFaults } from './kusto-faults.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { show: { type: 'string' } } });
const counts = { rules: 0, converted: 0, noted: 0, faulty: 0, long: 0 };
const noteCounts = new Map();
for (const folder of positionals) {
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!name.endsWith('.yml')) continue;
    const path = `${folder}/${name}`;
    const collection = parseSigma(readFileSync(path, 'utf8'));
    for (const document of collection.documents) {
      if (document.kind === 'filter') continue;
      counts.rules++;
      const conversion = convert(document, collection, 'siem_kql');
      if (!conversion.ok) {
        console.log(`${path}: ${conversion.error.code} ${conversion.error.message}`);
        continue;
      }
      counts.converted++;
      if (conversion.notes.length > 0) counts.noted++;
      for (const note of conversion.notes) {
        const key = `${note.code}: ${note.message}`;
        noteCounts.set(key, (noteCounts.get(key) ?? 0) + 1);
      }
      for (const query of conversion.queries) {
        if (query.length > 10_000) counts.long++;
        const wrong = kustoFaults(query);
        if (wrong.length > 0) {
          counts.faulty++;
          console.log(`${path}: ${wrong.join(' | ')}\n${query}\n`);
        } else if (values.show !== undefined && counts.rules % Number(values.show) === 0) {
          console.log(
            `${path}\n${query}\n${conversion.notes.map(({ code, message }) => `-- ${code}: ${message}\n`).join('')}`,
          );
        }
      }
    }
  }
}
for (const [note, count] of [...noteCounts].sort((a, b) => b[1] - a[1])) console.log(`${count}\t${note}`);
console.log(counts);

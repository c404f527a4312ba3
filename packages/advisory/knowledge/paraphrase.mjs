// npm run knowledge -- paraphrase [ID ...] [--misses] [--list]: which of the sentences in paraphrases/ give a rule of the behaviour that they tell. `told`
// has the sentences that authors of phrases work with; `proof` those of somebody who saw only titles and descriptions. Behaviours whose id's
// SHA-256 begins with 8-f are only counted. --misses prints the sentences of the others that were missed; --list what a writer of proof may see.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { generate, read as readAdvisory } from '@tripline/advisory';
import { load } from 'js-yaml';

const HERE = new URL('./', import.meta.url);
const SETS = ['told', 'proof'];
const WAYS = ['named', 'unnamed'];
const PARTS = ['working', 'judging'];

const read = (path) => load(readFileSync(new URL(path, HERE), 'utf8'));

/** Every behaviour by its id. */
function behaviours() {
  const names = readdirSync(new URL('behaviours/', HERE)).map((name) => name.replace(/\.yaml$/, ''));
  return new Map(names.map((name) => [name, read(`behaviours/${name}.yaml`)]));
}

function partOf(id) {
  return /^[0-7]/.test(createHash('sha256').update(id).digest('hex')) ? 'working' : 'judging';
}

/** How a sentence alone is read: by a rule of the behaviour, by another rule that shows one of its techniques, or not at all. */
async function readingOf({ title, techniques }, sentence) {
  const doc = await readAdvisory(new TextEncoder().encode(sentence), { contentType: 'text/plain' });
  const { rules } = generate(doc, { targets: [] });
  if (rules.some((rule) => rule.title.startsWith(title.slice(0, 90)))) return 'found';
  const shown = new Set(rules.flatMap((rule) => rule.techniques));
  return techniques.some((id) => shown.has(id)) ? 'other' : 'missed';
}

/** The reading of every sentence of a set. Throws where the set tells a behaviour that there is not. */
async function readSet(set, known) {
  const rows = [];
  for (const [id, told] of Object.entries(read(`paraphrases/${set}.yaml`))) {
    if (asked.length > 0 && !asked.includes(id)) continue;
    const behaviour = known.get(id);
    if (behaviour === undefined) throw new Error(`paraphrases/${set}.yaml: there is no behaviour ${id}`);
    for (const way of WAYS)
      for (const sentence of told[way] ?? [])
        rows.push({ id, way, part: partOf(id), sentence, reading: await readingOf(behaviour, sentence) });
  }
  return rows;
}

function share(rows, ...readings) {
  const found = rows.filter(({ reading }) => readings.includes(reading)).length;
  return `${Math.round((100 * found) / Math.max(1, rows.length))} %`.padStart(6);
}

function print(set, rows, printMisses) {
  for (const part of PARTS) {
    for (const way of WAYS) {
      const own = rows.filter((row) => row.part === part && row.way === way);
      const label = `${set}, ${part}, ${way === 'named' ? 'with' : 'without'} the system's name`;
      console.log(
        `${label.padEnd(46)} ${share(own, 'found')} found, ${share(own, 'found', 'other')} with rules of the same technique (${own.length} sentences)`,
      );
    }
  }
  if (!printMisses) return;
  for (const { id, way, part, reading, sentence } of rows)
    if (part === 'working' && reading !== 'found') console.log(`${reading} ${way} ${id}: ${sentence}`);
}

const known = behaviours();
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (process.argv.includes('--list')) {
  for (const [id, { title, description }] of known) console.log(`${id}\n  ${title}\n  ${description}`);
} else {
  for (const set of SETS) {
    if (existsSync(new URL(`paraphrases/${set}.yaml`, HERE)))
      print(set, await readSet(set, known), process.argv.includes('--misses'));
    else console.log(`${set}: paraphrases/${set}.yaml is not written yet`);
  }
}

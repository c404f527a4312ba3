// node keys-reader.mjs ENGINE LIST: the rules that a built engine gives for texts, as JSON; of each its key and its YAML.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [engine, list] = process.argv.slice(2);
const { generate, read } = await import(pathToFileURL(engine).href);
const MEDIA_TYPES = { md: 'text/markdown', txt: 'text/plain' };
const answers = {};
for (const { format, id, text } of JSON.parse(readFileSync(list, 'utf8'))) {
  const doc = await read(new TextEncoder().encode(text), { contentType: MEDIA_TYPES[format] ?? 'text/plain' });
  answers[id] = generate(doc).rules.map(({ key, yaml }) => ({ key, yaml }));
}
process.stdout.write(JSON.stringify(answers));

// Makes data/knowledge.json of the files beside this one, so that the engine parses no YAML when it starts, and data/phrases.json of the phrases
// in it, so that it compiles none. With --check it only compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileKnowledge, compilePhrases } from '@tripline/advisory';
import { load } from 'js-yaml';

/** The files of a folder beside this one, by name. */
function files(folder, ending, read) {
  const path = new URL(`${folder}/`, import.meta.url);
  const names = readdirSync(path).filter((name) => name.endsWith(ending));
  return names.map((file) => {
    try {
      return { name: file.slice(0, -ending.length), content: read(readFileSync(new URL(file, path), 'utf8')) };
    } catch (error) {
      throw new Error(`${folder}/${file}: ${error.message}`);
    }
  });
}

/** Writes a file of data where it changed; with --check throws then. */
function keep(name, text) {
  const target = fileURLToPath(new URL(`../data/${name}`, import.meta.url));
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return;
  if (process.argv.includes('--check'))
    throw new Error(`data/${name} is not what the files make: run npm run knowledge`);
  writeFileSync(target, text);
}

try {
  const behaviours = files('behaviours', '.yaml', load);
  const operations = files('operations', '.yaml', load);
  const commands = files('commands', '.yaml', load);
  const techniques = files('techniques', '.yaml', load);
  const words = files('words', '.txt', (text) => text);
  const cues = files('cues', '.txt', (text) => text);
  keep('knowledge.json', compileKnowledge({ behaviours, operations, commands, techniques, words, cues }));
  // These are made of the file before, which the engine reads here for the first time.
  keep('phrases.json', compilePhrases());
  console.log(
    `data/knowledge.json: ${behaviours.length} behaviours, ${operations.length} tables of operations, commands of ${commands.length} programs, ${techniques.length} families of techniques, ${words.length} word lists, ${cues.length} groups of cues`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

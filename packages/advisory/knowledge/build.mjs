// Makes data/knowledge.json of the files beside this one, so that the engine parses no YAML when it starts. With --check it only compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileKnowledge } from '@tripline/advisory';
import { load } from 'js-yaml';

const TARGET = fileURLToPath(new URL('../data/knowledge.json', import.meta.url));

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

try {
  const behaviours = files('behaviours', '.yaml', load);
  const operations = files('operations', '.yaml', load);
  const commands = files('commands', '.yaml', load);
  const techniques = files('techniques', '.yaml', load);
  const words = files('words', '.txt', (text) => text);
  const cues = files('cues', '.txt', (text) => text);
  const text = compileKnowledge({ behaviours, operations, commands, techniques, words, cues });
  const current = existsSync(TARGET) && readFileSync(TARGET, 'utf8') === text;
  if (process.argv.includes('--check')) {
    if (!current) throw new Error('data/knowledge.json is not what the files make: run npm run knowledge');
  } else if (!current) {
    writeFileSync(TARGET, text);
  }
  console.log(
    `data/knowledge.json: ${behaviours.length} behaviours, ${operations.length} tables of operations, commands of ${commands.length} programs, ${techniques.length} families of techniques, ${words.length} word lists, ${cues.length} groups of cues`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

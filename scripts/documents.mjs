// npm run documents [-- FILE…]: what the documents name exists: paths, settings, metrics, alerts, npm scripts, tripline's commands, and flags. Each is looked
// for where it is made. Without a FILE it reads all documents but those that tell what was (decision records), are data, or are made from the code.
// Needs the build (npm run check builds first).
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ROOT, say } from './lib/bootstrap.mjs';
import { commandCheck } from './lib/documents/commands.mjs';
import { codeOf } from './lib/documents/markdown.mjs';
import { nameCheck } from './lib/documents/names.mjs';
import { pathCheck } from './lib/documents/paths.mjs';

const OTHER_DOCUMENTS = /^docs\/decisions\/|\/samples\/|^docs\/settings\.md$|^docs\/logs\/|^docs\/targets\/forms\.md$/;
const CODE = /(?:\.(?:[cm]?[jt]sx?|json|ya?ml|sh|sql|env|cfg|example)|Dockerfile|\.ci\/run)$/;
/** They say what must not be, and give flags to other programs. */
const NOT_CODE = /\.test\.ts$|^pnpm-lock|^scripts\/lib\/documents\//;

const isBuilt = ignoredBy(['', 'deploy/']);
const files = [...filesIn('')];
const given = process.argv.slice(2);
const documents =
  given.length > 0
    ? given.map((file) => relative(ROOT, resolve(file)))
    : files.filter((file) => file.endsWith('.md') && !OTHER_DOCUMENTS.test(file));
const code = new Map(
  files
    .filter((file) => CODE.test(file) && !NOT_CODE.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);
const checks = [pathCheck(files, isBuilt), await nameCheck(code), await commandCheck(code)];
for (const document of documents) {
  const pieces = codeOf(readFileSync(join(ROOT, document), 'utf8'));
  // The list of changes names what was; its paths are of today.
  const asked = document === 'CHANGELOG.md' ? checks.slice(0, 1) : checks;
  for (const piece of pieces) {
    for (const fault of asked.flatMap((check) => check(piece, document, pieces))) {
      say(`${document}:${piece.line}: ${fault}`);
      process.exitCode = 1;
    }
  }
}

/** Every file of the project, from its root. */
function* filesIn(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && entry.name !== '.git' && !isBuilt(path)) yield* filesIn(path);
  }
}

/** Whether a path is left out of version control, by the .gitignore of these folders: names of files and folders, anchored or not. */
function ignoredBy(folders) {
  const patterns = folders.flatMap((folder) =>
    readFileSync(join(ROOT, folder, '.gitignore'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const name = line
          .replace(/^\/|\/$/g, '')
          .replaceAll('.', '\\.')
          .replaceAll('*', '[^/]*');
        return new RegExp(`^${folder}${line.startsWith('/') ? '' : '(?:.*/)?'}${name}(?:/|$)`);
      }),
  );
  return (path) => patterns.some((pattern) => pattern.test(path));
}

// npm run pictures: makes the pictures of docs/pictures anew from the running product, on a stack of its own.
// npm run pictures -- --against REF: takes the page's parts and ten pages with the same data in the page of the sources and in that of a commit, and lists
// what differs. By hand before a change of the page lands: a browser draws another version's letters in other places, so that CI could not hold to it.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

const [option, ref, ...rest] = process.argv.slice(2);
if (option === '--against' && ref !== undefined && rest.length === 0) await compare(ref);
else if (option === undefined) await take('docs');
else {
  say(
    'npm run pictures makes the documents’ pictures; npm run pictures -- --against REF lists what differs from a commit.',
  );
  process.exitCode = 2;
}

/** Runs one file of services/dashboard/test/pictures. */
async function take(name) {
  process.env.PICTURES = name;
  process.argv = [...process.argv.slice(0, 2), `pictures/${name}`];
  await import('./test-browser.mjs');
}

async function compare(commit) {
  await bootstrap();
  const folder = join(ROOT, '.local/pictures');
  const [before, now, differ] = ['before', 'now', 'differ'].map((name) => join(folder, name));
  for (const old of [before, now, differ]) rmSync(old, { recursive: true, force: true });
  const { buildDevelopmentPage, buildPageOf } = await import('./lib/development-page.mjs');
  const pages = { before: join(folder, 'page-before'), now: join(folder, 'page-now') };
  buildPageOf(commit, pages.before);
  buildDevelopmentPage(ROOT, pages.now);
  process.env.PICTURES_OF = JSON.stringify({ pages, into: { before, now } });
  await take('compare');
  if (process.exitCode) return;
  const { comparePictures } = await import('./lib/compare-pictures.mjs');
  const found = comparePictures(before, now, differ);
  for (const line of found) process.stdout.write(`${line}\n`);
  say(
    `${found.length} of ${readdirSync(now).length} pictures differ from ${commit}; what differs is drawn in ${differ}`,
  );
}

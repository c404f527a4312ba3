import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { targets } from './targets-plugin.js';
import { techniques } from './techniques-plugin.js';
import { tiers } from './tiers-plugin.js';

/**
 * React Aria brings its words in 30 languages, which no setting leaves out: over 13 kB of a page's script. The page speaks English, and so do its controls,
 * whatever the browser prefers.
 */
const englishAlone: Plugin = {
  name: 'english-alone',
  load: (id) =>
    /[\\/]dist[\\/]private[\\/]intl[\\/](?:\w+[\\/])?(?!en-US)\w\w-\w\w\.mjs$/.test(id)
      ? `export { default } from './en-US.mjs';`
      : null,
};

/** Folders or files of the page's sources. A list of routes is the first load's; Prism is loaded in a second step. */
const ours = (names: string) => new RegExp(String.raw`[\\/]web[\\/]src[\\/](?:${names})(?!routes\.tsx|prism)`);

const APP = ours(String.raw`main\.tsx|app[\\/]|api[\\/]|ui[\\/](?:field|choice)\.tsx`);
/** All of it, or the chunk of the first page that changes something would be every page's. */
const QUERIES = /[\\/]node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/;

/**
 * Left to itself the bundler makes 90 chunks, most of them below 2 kB, and a page opened cold waits for many of them, one after the other. In these groups
 * it waits for five at most: what every page stands on (two, which change at different times, and the bundler's own), what no signed-out page needs, and the
 * page's area, whose other pages then open without a call. An earlier group takes a module, with all that it imports, before a later one; what a component
 * loads by an `import()` of its own is in none.
 */
const GROUPS = [
  { name: 'vendor', test: /[\\/]node_modules[\\/]/, tags: ['$initial' as const] },
  { name: 'app', test: (id: string) => APP.test(id) || QUERIES.test(id) },
  {
    name: 'signed-out',
    test: ours(String.raw`pages[\\/](?:account[\\/](?:sign-|verify-|forgot-|reset-)|team[\\/]invitation-page)`),
  },
  {
    name: 'controls',
    test: ours(
      String.raw`(?:ui[\\/](?!time-chart|file-drop)|siems[\\/](?!\w+-form\.tsx)|(?:rule|moving|drafts|menus|attack|views)[\\/])`,
    ),
  },
  // Few pages take a file, and dropping one takes much of React Aria.
  { name: 'file-drop', test: ours(String.raw`ui[\\/]file-drop`) },
  // The home page, with what it shares with those of a cloud account and what all of these have around them.
  {
    name: 'home',
    test: ours(
      String.raw`ui[\\/]time-chart|pages[\\/](?:home[\\/]|accounts[\\/](?:account-|accounts\.module|change-events|changed-|organization-queries|exclusion-|start-scan|share-bar|words))`,
    ),
  },
  {
    name: 'connecting',
    test: ours(
      String.raw`pages[\\/]accounts[\\/](?:accounts-page|connect-page|events-page|new-account|organization|role-)`,
    ),
  },
  // With them the list of detections would be over its budget.
  {
    name: 'scanning',
    test: ours(String.raw`pages[\\/]accounts[\\/](?:scan-|scans-|settings-)`),
  },
  { name: 'accounts', test: ours(String.raw`pages[\\/]accounts[\\/]`) },
  // A technique's page and the list of gaps are near their budget, and have more in common with each other than with the matrix.
  { name: 'technique', test: ours(String.raw`pages[\\/]coverage[\\/](?:technique-|gap-closes|gap-rules)`) },
  { name: 'gaps', test: ours(String.raw`pages[\\/]coverage[\\/](?:gap|generate-many)`) },
  // What compares it is nothing for the other pages, one of which was over its budget with it.
  { name: 'matrix', test: ours(String.raw`pages[\\/]coverage[\\/](?:matrix(?!-panel)|organization-compare)`) },
  { name: 'coverage', test: ours(String.raw`pages[\\/]coverage[\\/]`) },
  { name: 'siem-pages', test: ours(String.raw`pages[\\/]siems[\\/]`) },
  { name: 'generate', test: ours(String.raw`pages[\\/]generate[\\/]|siems[\\/]settings-form\.tsx`) },
  // A rule is opened by a link from elsewhere, too: it does not bring the list.
  {
    name: 'rule',
    test: ours(String.raw`pages[\\/]library[\\/](?:rule-(?:frame|page|queries)|in-siems|text-diff|library\.module)`),
  },
  { name: 'library', test: ours(String.raw`pages[\\/]library[\\/](?!pipeline|edit-|versions-)`) },
  { name: 'library-tools', test: ours(String.raw`pages[\\/]library[\\/]`) },
  { name: 'webhooks', test: ours(String.raw`pages[\\/]account[\\/]webhook`) },
  { name: 'people', test: ours(String.raw`(?:keys|pages[\\/](?:account|team))[\\/]|siems[\\/]siems-form\.tsx`) },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), englishAlone, targets, techniques, tiers],
  css: {
    // `.rule-entry` of a sheet `*.module.css` is `ruleEntry` in the component that imports it.
    modules: { localsConvention: 'dashesOnly' },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // What each page takes, for the budget of scripts/page.mjs, which is stricter than the bundler's own warning.
    manifest: true,
    chunkSizeWarningLimit: 1000,
    // The Content-Security-Policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Its helper is an inline script in old browsers only; every browser that we support preloads modules itself.
    modulePreload: { polyfill: false },
    // All sheets together take 9 kB, and their order does not depend on which page was opened first.
    cssCodeSplit: false,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
});

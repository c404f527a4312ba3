// npm run test:layout: the layout of the dashboard's pages in a real browser, over all widths, themes and data; `npm run test:browser` does the sample data in
// three widths.
process.env.LAYOUT = 'full';
process.argv.push('browser/layout');
await import('./test-browser.mjs');

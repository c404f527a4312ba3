// npm run pictures: makes the pictures of docs/pictures anew from the running product, on a stack of its own.
process.env.PICTURES = 'docs';
await import('./test-browser.mjs');

import { type AdvisoryDocument, AdvisoryError, type Block, read } from '@tripline/advisory';

const ADDRESS = 'https://blog.quarry-labs.example/2025/copper-finch';

async function readPage(html: string, url = ADDRESS): Promise<AdvisoryDocument> {
  return read(Buffer.from(html), { contentType: 'text/html; charset=utf-8', url });
}

function texts(document: AdvisoryDocument, type?: Block['type']): string[] {
  return document.blocks
    .filter((block) => type === undefined || block.type === type)
    .map((block) => document.text.slice(block.start, block.end));
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Copper Finch empties a bucket | Quarry Labs</title>
<meta property="og:title" content="Copper Finch empties a bucket">
<meta property="og:url" content="https://www.quarry-labs.example/copper-finch">
<link rel="canonical" href="https://quarry-labs.example/copper-finch">
<link rel="alternate" type="application/rss+xml" href="https://feeds.quarry-labs.example/all">
<script type="application/ld+json">{"@type":"Article","datePublished":"2025-03-04T10:00:00+01:00","publisher":{"url":"https://corp.quarry-labs.example"}}</script>
<script>var tracker = "https://collect.beacon-noise.example";</script><style>.x{}</style></head>
<body class="has-sidebar">
<header class="site-header"><nav><a href="/">Home</a> <a href="/careers">Careers</a></nav></header>
<div id="cookie-consent" role="dialog"><p>We use cookies to improve your experience. <button>Accept</button></p></div>
<div class="layout"><main><article>
<h1>Copper Finch empties a bucket</h1>
<p class="byline">By the Quarry team | March 4, 2025</p>
<div class="share-bar"><a href="https://social.noise.example/share">Share</a></div>
<p>The actor logged in with a leaked key and called <code>GetCallerIdentity</code>, then
listed every bucket. See <a href="/docs/keys">our note on keys</a>.</p>
<h2>Persistence</h2>
<ul><li>Created the user <b>backup-svc</b></li><li>Attached a policy<ul><li>with full rights</li></ul></li></ul>
<h3>Commands</h3>
<pre><code><span class="line">aws iam create-user --user-name backup-svc</span>
<span class="line">aws iam create-access-key --user-name backup-svc</span></code></pre>
<table><thead><tr><th>Type</th><th>Value</th></tr></thead><tbody><tr><td>Address</td><td><code>45.9.148.3</code></td></tr></tbody></table>
<figure><img src="a.png" alt="Console listing of the new access key"><figcaption>Figure 1: the key</figcaption></figure>
<h2>Recommendations</h2><p>Turn on multi-factor authentication for every user.</p>
<h2>References</h2><ul><li><a href="https://docs.cloud.example/iam">Cloud documentation on users</a></li></ul>
</article>
<section class="related-posts"><h2>Related articles</h2><ul><li><a href="/x">Velvet Heron and CVE-2019-99999</a></li></ul></section>
</main>
<aside class="sidebar"><h3>Popular</h3><p>Indicator drop: 91.92.93.94</p></aside></div>
<section id="comments"><p>Nice post, visit spam-noise.example</p></section>
<footer><p>All rights reserved. 12 Harbour Street</p></footer></body></html>`;

describe('reading an article page', () => {
  test('keeps the article and drops everything that stands around it', async () => {
    const { text } = await readPage(PAGE);
    expect(text).toContain(
      'The actor logged in with a leaked key and called GetCallerIdentity, then listed every bucket.',
    );
    for (const noise of [
      'Careers',
      'cookies',
      'Share',
      'Velvet',
      '91.92.93.94',
      'spam-noise',
      'All rights',
      'beacon',
      '.x{}',
    ]) {
      expect(text).not.toContain(noise);
    }
  });

  test('says title, publication date and all hosts of the publisher', async () => {
    const document = await readPage(PAGE);
    expect(document).toMatchObject({
      format: 'html',
      title: 'Copper Finch empties a bucket',
      publishedAt: '2025-03-04T09:00:00.000Z',
      url: ADDRESS,
      publisherHosts: [
        'blog.quarry-labs.example',
        'corp.quarry-labs.example',
        'feeds.quarry-labs.example',
        'quarry-labs.example',
        'www.quarry-labs.example',
      ],
    });
  });

  test('types every block: headings, list items, code lines, table rows, captions', async () => {
    const document = await readPage(PAGE);
    expect(texts(document, 'heading')).toEqual([
      'Copper Finch empties a bucket',
      'Persistence',
      'Commands',
      'Recommendations',
      'References',
    ]);
    expect(texts(document, 'list-item').slice(0, 3)).toEqual([
      'Created the user backup-svc',
      'Attached a policy',
      'with full rights',
    ]);
    expect(texts(document, 'code')).toEqual([
      'aws iam create-user --user-name backup-svc\naws iam create-access-key --user-name backup-svc',
    ]);
    expect(texts(document, 'table-row')).toEqual(['Type | Value', 'Address | 45.9.148.3']);
    expect(texts(document, 'caption')).toEqual(['Console listing of the new access key', 'Figure 1: the key']);
  });

  test('gives blocks in order, without overlap, each under its headings', async () => {
    const document = await readPage(PAGE);
    let end = 0;
    for (const block of document.blocks) {
      expect(block.start).toBeGreaterThanOrEqual(end);
      expect(block.end).toBeGreaterThan(block.start);
      end = block.end;
    }
    expect(end).toBe(document.text.length);
    const code = document.blocks.find((block) => block.type === 'code');
    expect(code?.headings).toEqual(['Copper Finch empties a bucket', 'Persistence', 'Commands']);
  });

  test('points inline code and links at their words, links made absolute', async () => {
    const document = await readPage(PAGE);
    const block = document.blocks.find((candidate) => candidate.code !== undefined);
    const words = (span: { start: number; end: number }): string => document.text.slice(span.start, span.end);
    expect(block?.code?.map(words)).toEqual(['GetCallerIdentity']);
    expect(block?.links?.map((link) => [words(link), link.href])).toEqual([
      ['our note on keys', 'https://blog.quarry-labs.example/docs/keys'],
    ]);
  });

  test('tells what the actor did apart from advice and references', async () => {
    const document = await readPage(PAGE);
    const roleOf = (words: string): string | undefined => {
      const at = document.text.indexOf(words);
      return document.blocks.find((block) => block.start <= at && at < block.end)?.role;
    };
    expect(roleOf('The actor logged in')).toBe('narrative');
    expect(roleOf('Turn on multi-factor')).toBe('remediation');
    expect(roleOf('Cloud documentation')).toBe('references');
  });

  test('reads the same bytes to the same document', async () => {
    expect(await readPage(PAGE)).toEqual(await readPage(PAGE));
  });
});

describe('pages with faulty markup', () => {
  test('finds the article by its text where nothing is marked', async () => {
    const story = 'The intruder copied the database to a bucket abroad and removed the trail afterwards. '.repeat(6);
    const html = `<div><div><a href="/a">One</a> <a href="/b">Two</a></div><div><div><h1>Story</h1><p>${story}</p><p>${story}</p></div></div></div>`;
    const document = await readPage(html);
    expect(texts(document, 'paragraph')).toEqual([story.trim(), story.trim()]);
  });

  test('does not drop the page because of the class of its outermost element', async () => {
    const html = `<body><div class="sidebar-layout menu"><p>${'The loader wrote a file. '.repeat(20)}</p></div></body>`;
    expect((await readPage(html)).text).toContain('The loader wrote a file.');
  });

  test('goes on after a teaser heading when the article goes on', async () => {
    const long =
      'After the break the operators returned and encrypted the remaining servers of the domain with a new build of the locker, as the event logs of the backup host show without any doubt, until noon.';
    const html = `<article><h1>T</h1><p>Start of it all.</p><h2>Related articles</h2><ul><li><a href="/x">Teaser words</a></li></ul><p>${long}</p></article>`;
    const { text } = await readPage(html);
    expect(text).toContain(long);
    expect(text).not.toContain('Teaser');
  });

  test('decodes the declared charset, and Windows-1252 where none is declared and the bytes are no UTF-8', async () => {
    const declared = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0</p>', 'latin1');
    expect((await read(declared, { contentType: 'text/html' })).text).toBe('Привет мир');
    const silent = Buffer.from('<p>caf\xe9 \x93quoted\x94</p>', 'latin1');
    expect((await read(silent, { contentType: 'text/html' })).text).toBe('café “quoted”');
  });

  test('removes invisible characters that break indicators apart', async () => {
    const { text } = await readPage('<p>45.9.\u200b148.3 and evil\u00ad[.]top and a&nbsp;b</p>');
    expect(text).toBe('45.9.148.3 and evil[.]top and a b');
  });

  test('drops line numbers beside highlighted code', async () => {
    const html =
      '<pre><table><tr><td class="gutter">1\n2</td><td class="code"><div>whoami</div><div>ipconfig /all</div></td></tr></table></pre>';
    expect(texts(await readPage(html), 'code')).toEqual(['whoami\nipconfig /all']);
  });

  test('reads the marks of Markdown that a page shows unrendered', async () => {
    const html = `<article><p>### What ran</p><p>The **loader** called [home](https://crane.example/x).</p>
<p>It used &lt;code&gt;whoami&lt;/code&gt; and __EventFilter.</p></article>`;
    const document = await readPage(html);
    expect(texts(document, 'heading')).toEqual(['What ran']);
    expect(texts(document, 'paragraph')).toEqual(['The loader called home.', 'It used whoami and __EventFilter.']);
    expect(document.blocks.at(-1)?.code).toHaveLength(1);
  });

  test('leaves pictures written into the text out of it', async () => {
    const { text } = await readPage(`<p>before ![x](data:image/png;base64,${'QUJD'.repeat(500)}) after</p>`);
    expect(text).toBe('before ![x]() after');
  });
});

describe('hostile pages', () => {
  test.each([
    ['nested', `${'<div>'.repeat(60_000)}deep text`],
    ['nested inline', `${'<b>'.repeat(60_000)}deep text`],
    ['unclosed lists', '<ul><li>deep text'.repeat(5_000)],
    ['stray closing tags', `deep text${'</div></p>'.repeat(60_000)}`],
    ['nested tables', '<table><tr><td>deep text</td><td>'.repeat(3_000)],
    ['prototype keys', '<p __proto__="x" constructor="y">deep text</p>'],
  ])('reads a page that is %s', async (_name, html) => {
    expect((await readPage(html)).text).toContain('deep text');
  });

  test('refuses a page of more elements than any article has', async () => {
    await expect(readPage('<p>a'.repeat(300_001))).rejects.toMatchObject({ code: 'TooLarge' });
  });

  test('refuses a page without text', async () => {
    const attempt = readPage('<html><body><script>x()</script><nav>Home</nav></body></html>');
    await expect(attempt).rejects.toBeInstanceOf(AdvisoryError);
    await expect(attempt).rejects.toMatchObject({ code: 'Empty' });
  });
});

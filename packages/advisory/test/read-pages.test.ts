import { type AdvisoryDocument, type Block, read } from '@tripline/advisory';

const ADDRESS = 'https://blog.quarry-labs.example/2025/copper-finch';
const STORY = [
  'The operators of Copper Finch reached the build host through a forgotten tunnel and waited there for a week.',
  'Then they copied the signing keys to a share, packed them with a renamed archiver and sent them out over port 8443.',
  'On the last evening a scheduled job removed the tools, so that the morning shift found an empty directory.',
];
const TEASER = 'Our team takes apart the loader of Velvet Heron, which abuses CVE-2011-90210 and calls home.';
const CARDS = ['Velvet Heron returns', 'What CVE-2011-90210 taught us', 'Sample of the month', 'Our year in numbers'];

async function readPage(html: string): Promise<AdvisoryDocument> {
  return read(Buffer.from(html), { contentType: 'text/html; charset=utf-8', url: ADDRESS });
}

function texts(document: AdvisoryDocument, type?: Block['type']): string[] {
  return document.blocks
    .filter((block) => type === undefined || block.type === type)
    .map((block) => document.text.slice(block.start, block.end));
}

const paragraphs = (open: string, close: string): string => STORY.map((line) => `${open}${line}${close}`).join('\n');

describe('pages that name nothing', () => {
  test.each([
    [
      'cards that are one link each',
      `<div class="q7"><h2>Explore more research</h2><div>${CARDS.map((card) => `<a href="/r"><div>${card}</div><p>${TEASER}</p></a>`).join('')}</div></div>`,
    ],
    [
      'teasers under a heading that opens them',
      `<div class="q7"><div><h2>More from Quarry Labs</h2></div><div>${CARDS.map((card) => `<div><h3><a href="/r">${card}</a></h3><p>${TEASER}</p></div>`).join('')}</div></div>`,
    ],
    [
      'articles beside the article',
      CARDS.map((card) => `<article><h2><a href="/r">${card}</a></h2><p>${TEASER}</p></article>`).join(''),
    ],
    ['a list of links within the site', `<div>${CARDS.map((card) => `<a href="/r">${card}</a>`).join(' ')}</div>`],
    ['replies', `<div class="q8"><h3>2 Responses</h3><div><p>We saw CVE-2011-90210 too.</p></div></div>`],
    [
      'a request for consent',
      '<div class="q9"><div>We use cookies to improve your experience. CVE-2011-90210. By clicking OK you accept all.</div></div>',
    ],
    [
      'a box with a field for an address',
      '<div class="q10"><div>Stay sharp, CVE-2011-90210 and more, each week.</div><div><input type="email"></div></div>',
    ],
    ['an offer of a newsletter', '<p>Get CVE-2011-90210 and more news in your inbox.</p>'],
    ['a legal notice', '<div>© 2025 Quarry Labs. CVE-2011-90210 is a mark of Velvet Heron.</div>'],
    ['a line that leads elsewhere', '<p><b>Related:</b> <a href="/r">What CVE-2011-90210 taught us</a></p>'],
  ])('leave out %s, whichever side of the article it stands on', async (_name, noise) => {
    const article = `<div class="q2"><h1>Copper Finch</h1></div>${STORY.map((line) => `<div class="q3"><div class="q4">${line}</div></div>`).join('')}`;
    for (const body of [`${article}${noise}`, `${noise}${article}`]) {
      const { text } = await readPage(`<div class="q0"><div class="q1">${body}</div></div>`);
      for (const line of STORY) expect(text).toContain(line);
      expect(text).not.toContain('CVE-2011-90210');
      expect(text).not.toContain('Velvet Heron');
    }
  });

  test('keep all parts of an article that is spread over boxes side by side, however small the last one is', async () => {
    const html = `<div><div class="a"><div><h1>Copper Finch</h1>${paragraphs('<p>', '</p>').repeat(4)}</div></div>
<div class="b"><div><h2>Samples</h2><ul><li>0f1e2d3c4b5a69788796a5b4c3d2e1f0</li><li>9f1e2d3c4b5a69788796a5b4c3d2e1f0</li></ul></div></div></div>`;
    expect((await readPage(html)).text).toContain('9f1e2d3c4b5a69788796a5b4c3d2e1f0');
  });

  test('keep a list of links that a sentence announces', async () => {
    const html = `<article><h1>T</h1>${paragraphs('<p>', '</p>')}<p>With the stolen role the actor called these operations:</p>
<ul><li><a href="/d/a">CreateUser</a></li><li><a href="/d/b">CreateAccessKey</a></li><li><a href="/d/c">AttachUserPolicy</a></li></ul></article>`;
    expect(texts(await readPage(html), 'list-item')).toEqual(['CreateUser', 'CreateAccessKey', 'AttachUserPolicy']);
  });
});

describe('misleading class names', () => {
  test.each([
    ['an id that repeats the heading', '<section id="cookie-theft"><h2>Cookie theft</h2>', '</section>'],
    [
      'a class of a page builder',
      '<div class="elementor-element elementor-widget elementor-widget-text-editor">',
      '</div>',
    ],
    ['classes for some widths only', '<div class="hidden overflow-hidden print:hidden md:block">', '</div>'],
    [
      'a category among the classes of the post',
      '<div class="post-17 type-post tag-newsletter category-related">',
      '</div>',
    ],
    ['a class of a heading', '<h2 class="anchorWithStickyNavbar">Persistence</h2><div>', '</div>'],
  ])('drop nothing: %s', async (_name, open, close) => {
    const { text } = await readPage(
      `<body><nav>Home</nav><h1>T</h1>${open}${paragraphs('<p>', '</p>')}${close}</body>`,
    );
    for (const line of STORY) expect(text).toContain(line);
  });

  test('drop the teasers of a short article, though they are most of the page', async () => {
    const html = `<main><h1>Short note</h1><p>${STORY[0]}</p><div class="view-related">${CARDS.map((card) => `<div><a href="/r">${card}</a><p>${TEASER}</p></div>`).join('')}</div></main>`;
    expect((await readPage(html)).text).toBe(`Short note\n\n${STORY[0]}`);
  });
});

describe('content that is collapsed or drawn by a script', () => {
  test('is read: accordions, tabs and details that are closed', async () => {
    const html = `<main><h1>T</h1><p>${STORY[0]}</p>
<h3><button>Persistence</button></h3><div class="collapse" style="display:none"><p>${STORY[1]}</p></div>
<details><summary>Clean-up</summary><p>${STORY[2]}</p></details>
<div style="display: none"><p>template words</p></div></main>`;
    expect(texts(await readPage(html))).toEqual(['T', STORY[0], 'Persistence', STORY[1], 'Clean-up', STORY[2]]);
  });

  test('makes paragraphs of text between pairs of line breaks, and a heading of a short bold one', async () => {
    const html = `<article><h1>T</h1><div>${STORY[0]}<br><br><b>Indicators</b><br><br>${STORY[1]}<br>${STORY[2]}</div></article>`;
    const document = await readPage(html);
    expect(texts(document, 'paragraph')).toEqual([STORY[0], `${STORY[1]}\n${STORY[2]}`]);
    expect(texts(document, 'heading')).toEqual(['T', 'Indicators']);
    expect(document.blocks.at(-1)?.role).toBe('indicators');
  });

  test('leaves out marks beside headings and numbers of footnotes, which would change the word before them', async () => {
    const html = `<article><h1>T</h1><h2>Network<a class="headerlink" href="#network">¶</a></h2>
<p>It called 45.9.148.3<sup><a href="#fn1">1</a></sup> and 45.9.148.4<sup>2</sup> at night.</p></article>`;
    expect(texts(await readPage(html)).slice(1)).toEqual([
      'Network',
      'It called 45.9.148.3 and 45.9.148.4 2 at night.',
    ]);
  });

  test('begins with the title where the page keeps it apart from the body', async () => {
    const html = `<title>Copper Finch | Quarry Labs</title><div class="hero"><h1>Copper Finch</h1></div><article>${paragraphs('<p>', '</p>')}</article>`;
    expect(texts(await readPage(html), 'heading')).toEqual(['Copper Finch']);
  });
});

describe('code listings', () => {
  test.each([
    [
      'numbers in a table beside the lines',
      '<div class="chroma"><table><tr><td><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td><pre><code>whoami\nipconfig /all</code></pre></td></tr></table></div>',
    ],
    [
      'boxes without a pre',
      '<div class="syntaxhighlighter"><table><tr><td class="gutter"><div>1</div><div>2</div></td><td><div>whoami</div><div><code>ipconfig</code> <code>/all</code></div></td></tr></table></div>',
    ],
    [
      'a hidden copy beside the lines',
      '<div class="enlighter"><div>whoami</div><div>ipconfig /all</div></div><pre style="display:none">whoami\nipconfig /all</pre>',
    ],
    [
      'lines that end in breaks',
      '<pre class="line-numbers"><code class="line-numbers">whoami<br>ipconfig /all</code></pre>',
    ],
  ])('are read line by line: %s', async (_name, listing) => {
    const document = await readPage(`<article><h1>T</h1>${paragraphs('<p>', '</p>')}${listing}</article>`);
    expect(texts(document, 'code')).toEqual(['whoami\nipconfig /all']);
    expect(texts(document, 'table-row')).toEqual([]);
  });

  test('lose the numbers written into their lines', async () => {
    const document = await readPage('<article><pre>1 whoami\n2 net view\n3 ipconfig /all</pre></article>');
    expect(texts(document, 'code')).toEqual(['whoami\nnet view\nipconfig /all']);
  });
});

import { readQuery } from '@tripline/sigma';

function read(terms: string) {
  const reading = readQuery(`| tstats count from datamodel=Web where ${terms} by Web.src`, 'spl');
  if (!reading.ok) throw reading.error;
  return { detection: reading.rule['detection'], codes: reading.notes.map(({ code }) => code) };
}

describe('a test of a whole address in the log of web servers', () => {
  test.each([
    ['Web.url="/a/b.php*"', { 'cs-uri-stem|startswith': '/a/b.php' }],
    ['Web.url="*cmd=*"', { 'cs-uri-query|contains': 'cmd=' }],
    ['Web.url="*/b.php?cmd=*"', { 'cs-uri-stem|endswith': '/b.php', 'cs-uri-query|startswith': 'cmd=' }],
    ['Web.url="/b.php?*"', { 'cs-uri-stem': '/b.php' }],
  ])('is one of the part that its text is of: %s', (terms, selection) => {
    expect(read(terms).detection).toEqual({ selection, condition: 'selection' });
  });

  test.each([
    ['Web.url="*name*"', { 'c-uri|contains': 'name' }],
    ['Web.url="http://a.example/*"', { 'c-uri|startswith': 'http://a.example/' }],
    ['Web.url="*/a;b=c*"', { 'c-uri|contains': '/a;b=c' }],
  ])('stays one of the address where its text may be of any part: %s', (terms, selection) => {
    expect(read(terms).detection).toEqual({ selection, condition: 'selection' });
  });

  test('is told where the parts say it otherwise, and stays where it excludes', () => {
    expect(read('Web.url="*/b.php?cmd=*"').codes).toContain('narrowed');
    expect(read('Web.url="*?cmd=*"').codes).toContain('widened');
    expect(read('Web.status=200 NOT Web.url="*/b.php?cmd=*"').detection).toMatchObject({
      filter: { 'c-uri|contains': '/b.php\\?cmd=' },
    });
    expect(read('Web.status=200 NOT Web.url="/b.php"').detection).toMatchObject({ filter: { 'c-uri': '/b.php' } });
  });
});

import { readQuery } from '@tripline/sigma';

const START = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1';

function read(commands: string) {
  const reading = readQuery(`${START} ${commands}`, 'spl');
  if (!reading.ok) throw reading.error;
  return { detection: reading.rule['detection'], codes: reading.notes.map(({ code }) => code), yaml: reading.yaml };
}

const selectionOf = (commands: string) => (read(commands).detection as { readonly selection: unknown }).selection;
const isRead = (commands: string) => readQuery(`${START} ${commands}`, 'spl').ok;

describe('a value that eval computes', () => {
  test.each([
    ['eval flag=if(match(CommandLine,"(?i)x$"), "Yes", "No") | search flag=yes'],
    ['eval flag=case(match(CommandLine,"(?i)x$"), 1, true(), 0) | where flag==1'],
    ['eval flag=if(match(CommandLine,"(?i)x$"), 2, 0) | where flag > 1'],
    ['eval a=if(match(CommandLine,"(?i)x$"), 1, 0), b=if(a=1, "y", "n") | search b=y'],
  ])('is the condition of the case that a test lets pass: %s', (commands) => {
    expect(selectionOf(`| ${commands}`)).toEqual({ 'CommandLine|endswith': 'x' });
  });

  test('of a later case excludes the cases before it', () => {
    const cases = 'case(match(CommandLine,"a"), 1, match(CommandLine,"b"), 2)';
    expect(read(`| eval n=${cases} | where n=2`).detection).toEqual({
      selection: { 'CommandLine|contains|cased': 'b' },
      filter: { 'CommandLine|contains|cased': 'a' },
      condition: 'selection and not filter',
    });
  });

  test('in one case of its letters is compared without it', () => {
    expect(selectionOf('| eval line=lower(CommandLine) | search line="*x*"')).toEqual({ 'CommandLine|contains': 'x' });
    expect(selectionOf('| eval line=lower(CommandLine) | regex line="a+b"')).toEqual({ 'CommandLine|re|i': 'a+b' });
  });

  test('that is a length, a beginning or an end is tested as such', () => {
    expect(selectionOf('| eval size=len(User) | where size=3')).toEqual({ 'User|re|s': '^(?:.{3,3})$' });
    expect(selectionOf('| where substr(CommandLine, -2)=="-w"')).toEqual({ 'CommandLine|endswith|cased': '-w' });
    expect(selectionOf('| where substr(CommandLine, 1, 3)=="cmd"')).toEqual({ 'CommandLine|startswith|cased': 'cmd' });
    expect(isRead('| where substr(CommandLine, 4, 2)=="-w"')).toBe(false);
  });

  test('that is one of several values by its number is any of them, with a note, and excludes nothing', () => {
    const { codes, detection } = read('| eval one=mvindex(User, 0) | search one=x');
    expect(detection).toMatchObject({ selection: { User: 'x' } });
    expect(codes).toContain('widened');
    expect(isRead('| eval one=mvindex(User, 0) | search NOT one=x')).toBe(false);
  });

  test('that is the number of a value found asks whether there is one', () => {
    expect(selectionOf('| eval n=mvfind(User, "adm") | where n >= 0')).toEqual({ 'User|contains|cased': 'adm' });
    expect(isRead('| eval n=mvfind(User, "adm") | where n = 3')).toBe(false);
  });

  test('that is one of several values chooses no other value by not being there', () => {
    const other = '| eval one=mvindex(User, 0) | eval kind=if(one="x", "known", "new")';
    expect(isRead(`${other} | where kind="new"`)).toBe(false);
    expect(isRead(`${other} | where Image="y"`)).toBe(true);
  });

  test('that is the number of a value found is there only where the value is', () => {
    const number = '| eval n=if(isnotnull(Image), mvfind(User, "adm"), -1)';
    expect(selectionOf(`${number} | where n >= 0`)).toEqual({ 'Image|exists': true, 'User|contains|cased': 'adm' });
    expect(read(`${number} | where n = -1`).detection).toMatchObject({ filter_2: { 'Image|exists': true } });
    expect(isRead(`${number} | where n = 0`)).toBe(false);
    expect(selectionOf('| eval n=if(User="x", "mvfind", "none") | where n="mvfind"')).toEqual({ 'User|cased': 'x' });
  });

  test('that a lookup decides tells of the list that is kept elsewhere', () => {
    const kind = '| lookup users name AS User OUTPUT is_admin | eval kind=if(is_admin="yes", "a", "b")';
    expect(read(`${kind} | where kind="a"`).codes).toContain('list_elsewhere');
  });

  test('is no key of groups, and no other computation is tested', () => {
    expect(isRead('| eval f=if(User="x", 1, 0) | stats count by f | where count > 3')).toBe(false);
    expect(isRead('| eval f=if(User="x", 1, 0) | stats count by f | where f=1')).toBe(true);
    expect(isRead('| eval f=md5(User) | search f=x')).toBe(false);
  });

  test('doubled many times over is refused', () => {
    const steps = Array.from({ length: 30 }, (_, n) => `| eval f${n + 1}=if(f${n}=1 OR f${n}=1, 1, 0)`);
    const commands = `| eval f0=if(User="x", 1, 0) ${steps.join(' ')} | where f30=1`;
    expect(readQuery(`${START} ${commands}`, 'spl')).toMatchObject({ ok: false });
  });
});

describe('what groups of Splunk count', () => {
  test('has the name that the event has for it', () => {
    expect(read('| eval who=User | stats dc(who) as n by Image | where n > 3').yaml).toContain('field: User');
    expect(read('| rename User as who | stats dc(who) as n by Image | where n > 3').yaml).toContain('field: User');
  });

  test('are the values that a list of them has', () => {
    const { yaml } = read('| stats values(User) as users by Image | where mvcount(users) > 2');
    expect(yaml).toContain('type: value_count');
    expect(isRead('| where mvcount(User) > 2')).toBe(false);
  });
});

describe('what lookup adds of one field’s value', () => {
  const query = '| lookup tools name AS Image OUTPUT is_tool, kind | ';

  test('is a value of the list, which a pipeline fills in, or is one of a part of it', () => {
    expect(selectionOf(`| lookup users name AS User OUTPUT is_admin | search is_admin=true`)).toEqual({
      'User|expand': '%users%',
    });
    expect(selectionOf(`| lookup users name AS User OUTPUT kind | where kind="service"`)).toEqual({
      'User|expand': '%users_service%',
    });
    expect(isRead(`${query}search is_tool=false`)).toBe(false);
    expect(isRead('| lookup users name AS User, host AS Computer OUTPUT kind | search kind=a')).toBe(false);
  });

  test('is the list’s own values, where it comes with the search', () => {
    const rows = [
      { name: 'c:\\a.exe', is_tool: 'true' },
      { name: 'c:\\b.exe', is_tool: 'false' },
    ];
    const reading = readQuery(`${START} ${query}search is_tool=true`, 'spl', { lists: { tools: { rows } } });
    expect(reading.ok && reading.rule['detection']).toMatchObject({ selection: { Image: 'c:\\a.exe' } });
    expect(readQuery(`${START} ${query}search is_tool=true`, 'spl', { lists: {} }).ok).toBe(false);
  });
});

test('a comment in a search of Splunk is no part of it', () => {
  expect(selectionOf('``` a | b "c ``` CommandLine=x ``` and more ``` | where User="`"')).toEqual({
    CommandLine: 'x',
    User: '`',
  });
  expect(isRead('CommandLine=x ``` without an end')).toBe(false);
});

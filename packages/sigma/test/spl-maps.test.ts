import { readdirSync, readFileSync } from 'node:fs';
import { convert, parseSigma } from '@tripline/sigma';

interface MapFile {
  readonly extends?: string;
  readonly logsources?: readonly { readonly product?: string; readonly category?: string; readonly service?: string }[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

const folder = new URL('../data/maps/spl/', import.meta.url);
const files = new Map(
  readdirSync(folder).map((name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as MapFile,
  ]),
);
const logsources = [...files].flatMap(([name, { logsources: list = [] }]) => list.map((one) => [name, one] as const));

describe('the Splunk field maps', () => {
  it('name each log source once', () => {
    const keys = logsources.map(([, { product, category, service }]) => `${product}|${category}|${service}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('extend only maps that exist', () => {
    const bases = [...files.values()].map((file) => file.extends).filter((base) => base !== undefined);
    expect(bases.filter((base) => !files.has(base))).toEqual([]);
  });

  it.each(logsources)('give %s a scope for %j, in which its own fields are known', (name, logsource) => {
    const [field] = Object.keys(files.get(name)?.fields ?? {});
    const detection = { sel: { [field ?? 'anything']: 'x' }, condition: 'sel' };
    const collection = parseSigma(JSON.stringify({ title: 'A rule', logsource, detection }));
    const [rule] = collection.documents;
    if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
    const conversion = convert(rule, collection, 'siem_spl');
    if (!conversion.ok) throw conversion.error;
    const codes = conversion.notes.map(({ code }) => code);
    expect(codes).not.toContain('unmapped_logsource');
    if (field !== undefined) expect(codes).not.toContain('unmapped_field');
    expect(conversion.queries[0]).toMatch(/^(?:source|sourcetype|tag)(?:=| IN )/);
  });
});

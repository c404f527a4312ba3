import { fieldQueries, fieldsOf, maps } from './support/kql-probes.js';
import { faultyQueries } from './support/kusto-parser.js';

// The parser takes 50 ms per field and kind, and there are hundreds of fields: so each field gets one kind, and the fields after it the
// others. A field that a map inherits is parsed once.
test('every field of every map parses in a test and in its negation', () => {
  const parsed = new Set<string>();
  const queries = [...maps].flatMap(([name, { logsources = [], extends: base = '', fields: own = {} }]) => {
    const [logsource] = logsources;
    if (logsource === undefined) return [];
    const probed = parsed.has(base) ? Object.keys(own) : fieldsOf(name);
    parsed.add(base === '' ? name : base);
    const fields = [...new Set([...probed, 'NotMapped', 'a.b c'])];
    return Array.from({ length: Math.ceil(fields.length / 3) }, (_, at) => fields.slice(at * 3, at * 3 + 3)).flatMap(
      (chunk) => fieldQueries(logsource, chunk),
    );
  });
  expect(queries.length).toBeGreaterThan(100);
  expect(faultyQueries(queries)).toEqual([]);
});

// Parses KQL queries with Microsoft's own parser and the schemas of data/kql/tables.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('@kusto/language-service-next/bridge.min.js');
require('@kusto/language-service-next/Kusto.Language.Bridge.min.js');
const { Language } = globalThis.Kusto;

const schemas = JSON.parse(readFileSync(new URL('../data/kql/tables.json', import.meta.url), 'utf8'));
const tables = Object.entries(schemas).map(([name, types]) => {
  const columns = Object.entries(types).flatMap(([type, names]) =>
    names.split(' ').map((column) => `${column}: ${type}`),
  );
  return Language.Symbols.TableSymbol.From(`(${columns.join(', ')})`).WithName(name);
});
const database = new Language.Symbols.DatabaseSymbol.ctor('workspace', tables, false);
const globals = Language.GlobalState.Default.WithDatabase(database);

/** The parser's errors and warnings for a query, in its own words. */
export function kustoFaults(query) {
  const list = Language.KustoCode.ParseAndAnalyze(query, globals).GetDiagnostics();
  return Array.from({ length: list.Count }, (_, index) => list.getItem(index))
    .filter(({ Severity }) => Severity === 'Error' || Severity === 'Warning')
    .map(({ Message }) => Message);
}

import { convert, parseSigma, type SigmaRule } from '@tripline/sigma';

function queryOf(logsource: string, item: string) {
  const collection = parseSigma(`title: A\nlogsource: ${logsource}\ndetection: { s: { ${item} }, condition: s }\n`);
  const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_kql');
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries[0] ?? '', codes: conversion.notes.map(({ code }) => code) };
}

describe('where KQL reads a field', () => {
  it.each(['UserName', 'Source'])('in the data of a Windows event, not in the column %s of the table Event', (name) => {
    const { query } = queryOf('{ product: windows, service: application }', `${name}: heron`);
    expect(query).toContain(
      `| extend ${name}_ = tostring(parse_xml(extract(@'<Data Name="${name}">[\\s\\S]*?</Data>', 0, EventData)).Data["#text"])`,
    );
    expect(query).toContain(`| where ${name}_ =~ "heron"`);
  });

  it('in the column of Event that says who wrote it, where the rule names the provider', () => {
    expect(queryOf('{ product: windows, service: application }', 'Provider_Name: heron').query).toContain(
      '| where Source =~ "heron"',
    );
  });

  it('in the one element of an array that the rule names', () => {
    const { query, codes } = queryOf(
      '{ product: azure, service: auditlogs }',
      "'TargetResources.modifiedProperties[1].newValue': heron",
    );
    expect(query).toContain('countif(tostring(item.modifiedProperties[1].newValue) =~ "heron")');
    expect(codes).toEqual([]);
  });

  it('under the whole of a name, also one with brackets that are no index', () => {
    const { query } = queryOf('{ product: azure, service: auditlogs }', "'properties.initiatedBy.a[b].c': heron");
    expect(query).toContain('tostring(InitiatedBy.a_b_.c)');
  });
});

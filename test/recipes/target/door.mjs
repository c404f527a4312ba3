/** It is listed, and a rule converts to it. */
export function look({ tripline }) {
  if (!tripline(['list', 'targets']).includes('siem_graylog')) throw new Error('list targets does not name it');
  const rule =
    'title: A\nlogsource: {product: windows, category: process_creation}\ndetection: {s: {Image|endswith: evil.exe}, condition: s}\n';
  const query = tripline(['convert', '-t', 'siem_graylog', '-'], rule);
  if (!query.includes('process.executable')) throw new Error(`the query is ${query}`);
  return `listed, and converts: ${query.trim().split('\n').at(-1)}`;
}

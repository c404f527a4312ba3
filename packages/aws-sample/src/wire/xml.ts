const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML content. */
export function escapeXml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * The members of a result as XML elements, in order. A list becomes one element with repeated children (`member` in the query protocol,
 * `item` in EC2's). Absent members are left out.
 */
export function xmlMembers(value: object, listElement: 'member' | 'item'): string {
  let out = '';
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) out += `<${name}>${xmlContent(member, listElement)}</${name}>`;
  }
  return out;
}

function xmlContent(value: unknown, listElement: 'member' | 'item'): string {
  if (Array.isArray(value)) {
    return value.map((item) => `<${listElement}>${xmlContent(item, listElement)}</${listElement}>`).join('');
  }
  if (typeof value === 'object' && value !== null) return xmlMembers(value, listElement);
  return escapeXml(String(value));
}

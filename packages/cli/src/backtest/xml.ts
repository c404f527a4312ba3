/** Characters that XML 1.0 cannot hold in any spelling, and halves of characters. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An element with attributes and content that is already XML, such as other elements and what `xmlText` gives. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(String(value))}"`);
  const head = `${name}${written.join('')}`;
  return content.length === 0 ? `<${head}/>` : `<${head}>${content.join('')}</${name}>`;
}

/** A text as XML. What XML cannot hold becomes the replacement character. */
export function xmlText(text: string): string {
  return text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}

import { isMap, type JsonMap, setField } from './shape.js';

/** Deepest nesting of a Windows event's XML that is read; real ones have five. */
const DEPTH_MAX = 16;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

interface Element {
  readonly name: string;
  readonly value: Record<string, unknown>;
  text: string;
  hasChildren: boolean;
}

/**
 * An XML text of a Windows event, or of its data alone, as the JSON of EVTX tools: elements by name, their attributes under `#attributes`,
 * repeated ones as a list. Undefined where it is no well-formed XML of that kind.
 */
export function windowsXml(text: string): JsonMap | undefined {
  const root: Element = { name: '', value: {}, text: '', hasChildren: false };
  const open: Element[] = [root];
  let at = 0;
  while (at < text.length) {
    const begin = text.indexOf('<', at);
    const inner = open.at(-1) as Element;
    if (begin < 0) break;
    inner.text += text.slice(at, begin);
    const end = text.indexOf('>', begin);
    if (end < 0) return undefined;
    const tag = text.slice(begin + 1, end);
    at = end + 1;
    if (tag.startsWith('?') || tag.startsWith('!')) continue;
    if (tag.startsWith('/')) {
      if (open.length === 1 || inner.name !== tag.slice(1).trim()) return undefined;
      open.pop();
      close(open.at(-1) as Element, inner);
      continue;
    }
    const element = opened(tag.endsWith('/') ? tag.slice(0, -1) : tag);
    if (tag.endsWith('/')) close(inner, element);
    else if (open.push(element) > DEPTH_MAX) return undefined;
  }
  return open.length === 1 && root.hasChildren ? root.value : undefined;
}

function opened(tag: string): Element {
  const space = tag.search(/\s/);
  const name = space < 0 ? tag : tag.slice(0, space);
  const attributes: Record<string, unknown> = {};
  if (space >= 0) {
    for (const [, key = '', double, single] of tag.slice(space).matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
      setField(attributes, key, unescaped(double ?? single ?? ''));
    }
  }
  const value: Record<string, unknown> = Object.keys(attributes).length === 0 ? {} : { '#attributes': attributes };
  return { name, value, text: '', hasChildren: false };
}

function close(parent: Element, { name, value, text, hasChildren }: Element): void {
  parent.hasChildren = true;
  const plain = unescaped(text);
  if (!hasChildren && '#attributes' in value) setField(value, '#text', plain);
  const own = hasChildren || '#attributes' in value ? value : plain;
  const before = Object.hasOwn(parent.value, name) ? parent.value[name] : undefined;
  if (before === undefined) setField(parent.value, name, own);
  else if (Array.isArray(before)) before.push(own);
  else setField(parent.value, name, [before, own]);
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{1,6}));/g, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The fields of an `EventData` column: a JSON object, or the XML of one. */
export function eventData(column: unknown): JsonMap | undefined {
  if (isMap(column)) return column;
  return typeof column === 'string' && column.trimStart().startsWith('<') ? windowsXml(column) : undefined;
}

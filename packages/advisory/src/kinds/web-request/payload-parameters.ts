import type { Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { stretchesWithout } from '../../text/shape.js';
import { payloadsIn } from './request-parts.js';
import type { WrittenRequest } from './written-request.js';

/** A parameter with a value, at the beginning of a piece of code. */
const ASSIGNED = /^\s{0,4}[A-Za-z][\w.[\]-]{2,40}=[^=\s][^\n]{0,2000}/;

/** Parameters that stand alone in code, where their value is a payload: `name=…${jndi:…`. */
export function payloadParameters({ text, start, block }: Passage): readonly WrittenRequest[] {
  const stretches: readonly Span[] = [
    ...(block.code ?? []).map((span) => ({ start: span.start - start, end: span.end - start })),
    ...(block.type === 'code' ? linesOf(text) : []),
  ];
  return stretches.flatMap((stretch) => {
    const match = ASSIGNED.exec(text.slice(stretch.start, stretch.end));
    if (match === null) return [];
    const body = { start: stretch.start, end: stretch.start + match[0].length };
    return payloadsIn(text, body, 0).length === 0 ? [] : [{ ...body, body, headers: [], certainty: 0.7 }];
  });
}

function linesOf(text: string): readonly Span[] {
  return stretchesWithout(text, '\n').map(({ start, end }) => ({ start, end }));
}

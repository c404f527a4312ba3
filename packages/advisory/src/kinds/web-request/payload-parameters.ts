import type { Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { isBlank, isLetter, isVisible } from '../../text/characters.js';
import { isMadeOf, stretchesWithout } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import { payloadsIn } from './request-parts.js';
import type { WrittenRequest } from './written-request.js';

/** Fewest and most characters of a parameter's name, and most white space before it and characters of its value. */
const NAME = { least: 3, most: 41, indentMax: 4 };
const VALUE_MAX = 2001;

/** Parameters that stand alone in code, where their value is a payload: `name=…${jndi:…`. */
export function payloadParameters({ text, start, block }: Passage): readonly WrittenRequest[] {
  const stretches: readonly Span[] = [
    ...(block.code ?? []).map((span) => ({ start: span.start - start, end: span.end - start })),
    ...(block.type === 'code' ? stretchesWithout(text, '\n') : []),
  ];
  return stretches.flatMap((stretch) => {
    const { start } = stretch;
    const code = text.slice(start, stretch.end);
    const value = valueStart(code);
    if (value === undefined) return [];
    const body = { start, end: start + skip(code, value, (character) => character !== '\n', VALUE_MAX) };
    return payloadsIn(text, body, 0).length === 0 ? [] : [{ ...body, body, headers: [], certainty: 0.7 }];
  });
}

/** Where the value begins of a parameter that code begins with; undefined where it begins with none. */
function valueStart(code: string): number | undefined {
  const name = skip(code, 0, isBlank, NAME.indentMax);
  const sign = skip(code, name, (character) => isMadeOf(character, '.[]-'), NAME.most);
  const isNamed = isLetter(code[name]) && sign - name >= NAME.least && code[sign] === '=';
  return isNamed && isVisible(code[sign + 1]) && code[sign + 1] !== '=' ? sign + 1 : undefined;
}

import { Parser } from 'htmlparser2';
import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';

/** Deeper than any document of a word processor or list of indicators; the parser's stack takes time in its depth for every tag. */
const DEPTH_MAX = 256;

/** What is told of an XML document, in its order. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/**
 * Reads XML and tells what it meets. Entities that a document declares are left as they are written, so that none can grow.
 * @throws AdvisoryError `TooLarge` for more elements than any document has, `Unreadable` for elements nested too deep
 */
export function readXml(source: string, reading: Reading, events: XmlEvents): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEPTH_MAX) {
          throw new AdvisoryError('Unreadable', `The document nests elements more than ${DEPTH_MAX} deep.`);
        }
        reading.take('xmlElements', 1);
        events.open?.(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        events.close?.(name);
      },
      ontext: (text) => events.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
}

import { parseSigma, type SigmaCollection } from '@tripline/sigma';
import fc from 'fast-check';
import { dump } from 'js-yaml';

const RULE = `title: A rule
description: |
    first line

    more: text
references:
    - https://example.org/a#b
tags: []
author: Someone, who goes on
    over a second line
logsource:
    category: process_creation
    product: windows
detection:
    selection_one:
        Image|endswith:
            - '\\cmd.exe' # the shell
            - "\\\\x.exe"
            - 'it''s'
            - "\\u0410\\\\ \\"🦆\\""
            - :\\ProgramData'
        'Quoted|contains': 4
    selection_two:
        - A: 1
          B: null
        - C: yes
    keywords:
    - one
    - 0x10
    condition:
        1 of selection_*
        or (
            keywords
        )
level: low
---
title: Another
logsource: {product: linux}
detection:
    sel:
        F: -.5e1
    condition: sel
`;

/** The tab in the comment at the end is beyond the fast reader, so the full reader parses the text. */
const slowly = (text: string) => parseSigma(`${text}\n#\t\n`);

/** What was read. Of the errors it keeps code and document, because the added comment changes their wording and position. */
const outcome = ({ documents, errors }: SigmaCollection) => ({
  documents,
  faults: errors.map(({ code, document }) => [code, document]),
});

describe('the quick reader of YAML', () => {
  test('reads a rule as the full reader does', () => {
    const { documents, errors } = parseSigma(RULE);
    expect(errors).toEqual([]);
    expect({ documents, errors }).toEqual(slowly(RULE));
  });

  test('reads a generated rule, however it is laid out, as the full reader does', () => {
    const sign = fc.constantFrom(...'aB9 -:#\'"|>[]{}&*!%@`~,?=\\\n.$éß');
    const text = fc.oneof(
      fc.string({ unit: sign, maxLength: 24 }),
      fc.constantFrom('null', 'true', '0x1f', '1e3', '2024-01-01', '.inf'),
    );
    const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
    const { selection } = fc.letrec<{ selection: unknown }>((tie) => ({
      selection: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('selection'), { maxLength: 4 }),
        fc.dictionary(text, tie('selection'), { maxKeys: 4 }),
      ),
    }));
    const layout = fc.record({
      indent: fc.integer({ min: 1, max: 6 }),
      seqNoIndent: fc.boolean(),
      lineWidth: fc.constantFrom(-1, 20, 80),
      forceQuotes: fc.boolean(),
    });
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(fc.tuple(selection, layout), { minLength: 1, maxLength: 3 }),
        (title, description, list) => {
          const documents = list.map(([sel, options]) =>
            dump({ title, description, logsource: { product: 'any' }, detection: { sel, condition: 'sel' } }, options),
          );
          const written = documents.join('---\n');
          expect([written, outcome(parseSigma(written))]).toEqual([written, outcome(slowly(written))]);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('reads no mutilated rule differently from the full reader', () => {
    const piece = fc.constantFrom(
      ':',
      ': ',
      ' #',
      '#',
      '- ',
      '-',
      '\n',
      '\n\n',
      '  ',
      '    ',
      "'",
      '"',
      '|',
      '|-\n',
      '>',
      '[',
      '[]',
      '{',
      '&a ',
      '*a',
      '!t ',
      '%',
      '@',
      '? ',
      '~',
      'null',
      '1',
      '0x1F',
      '.5',
      '---\n',
      '...\n',
      '\\',
      '<<: ',
      'key: v',
      '\n        deeper\n',
      '\n# c\n',
      "''",
      '__proto__: ',
      '- - ',
      '"a"',
      '\\"',
      '\\u00e9',
      '\\x41',
      '\u{1f986}',
      '\ud83e',
      ':\n            text',
    );
    const cut = fc.record({ at: fc.nat(RULE.length), remove: fc.nat(12), insert: fc.option(piece, { nil: '' }) });
    const lines = RULE.split('\n').length;
    const move = fc.record({ line: fc.nat(lines), indent: fc.nat(10) });
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 3 }), fc.array(move, { maxLength: 2 }), (cuts, moves) => {
        let text = RULE;
        for (const { at, remove, insert } of cuts) text = text.slice(0, at) + insert + text.slice(at + remove);
        const rows = text.split('\n');
        for (const { line, indent } of moves) {
          const row = rows[line];
          if (row !== undefined) rows[line] = ' '.repeat(indent) + row.trimStart();
        }
        const mutilated = rows.join('\n');
        expect(outcome(parseSigma(mutilated))).toEqual(outcome(slowly(mutilated)));
      }),
      { numRuns: 1000 },
    );
  });
});

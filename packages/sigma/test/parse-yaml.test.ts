import { parseSigma, type SigmaCollection } from '@tripline/sigma';
import fc from 'fast-check';

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
        'Quoted|contains': 4
    selection_two:
        - A: 1
          B: null
        - C: yes
    keywords:
    - one
    - 0x10
    condition: 1 of selection_* or keywords # all
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

import type { BooleanSyntax } from '../../convert/walk.js';

/** The boolean operators of KQL. `not` is a function and always has its own parentheses. */
export const SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  alwaysGroup: true,
  not: (operand) => (operand.startsWith('(') && closesAtEnd(operand) ? `not${operand}` : `not(${operand})`),
};

/** The same with one part per line, for long conditions. */
export const LINES: BooleanSyntax = { ...SYNTAX, and: '\n    and ', or: '\n    or ' };

/** Whether the parenthesis at the beginning of a text closes at its very end; quoted text is skipped. */
function closesAtEnd(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(') depth++;
    else if (character === ')') {
      if (--depth === 0) return at === text.length - 1;
    } else if (character === '"' || character === "'") {
      const verbatim = text[at - 1] === '@';
      for (at++; at < text.length && text[at] !== character; at++) if (!verbatim && text[at] === '\\') at++;
    }
  }
  return false;
}

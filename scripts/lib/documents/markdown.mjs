// The parts of a document that are code, where names of things stand.

/**
 * Every span between backticks, and every line of a code block, with its line number: `{ line, text, inBlock }`. Headings are given too, as spans: the
 * runbook's are names of alerts.
 */
export function codeOf(markdown) {
  const found = [];
  const prose = [];
  let fence;
  let afterBlank = true;
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    const mark = /^\s*(```+|~~~+)/.exec(text)?.[1];
    const isIndented = /^ {4}/.test(text) && (afterBlank || found.at(-1)?.line === index);
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      prose.push('');
    } else if (fence !== undefined || isIndented) {
      found.push({ line, text, inBlock: true });
      prose.push('');
    } else {
      prose.push(text);
      const heading = /^#+ (\w+)$/.exec(text)?.[1];
      if (heading !== undefined) found.push({ line, text: heading, inBlock: false });
    }
    afterBlank = text.trim() === '';
  }
  const text = prose.join('\n');
  // A span may go over the end of a line, not over that of a paragraph.
  for (const span of text.matchAll(/(`+)(?!`)((?:(?!\n\s*\n)[\s\S])+?)\1(?!`)/g)) {
    const line = text.slice(0, span.index).split('\n').length;
    found.push({ line, text: span[2].replace(/\s+/g, ' ').trim(), inBlock: false });
  }
  return found.sort((one, other) => one.line - other.line);
}

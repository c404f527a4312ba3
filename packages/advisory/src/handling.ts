import type { GeneratedRule, Tlp } from './model.js';

/**
 * A rule with the mark of the document it comes from, in `tlp` and as a tag of its Sigma documents. Looser marks than AMBER bind nobody who
 * reads a rule, so these rules stay as they are.
 */
export function marked(rule: GeneratedRule, mark: Tlp | undefined): GeneratedRule {
  if (mark === undefined || mark === 'clear' || mark === 'green') return rule;
  const tag = `tlp.${mark.replace('+', '-')}`;
  const yaml = rule.yaml
    .split('\n---\n')
    .map((document) => withTag(document, tag))
    .join('\n---\n');
  return { ...rule, yaml, tlp: mark };
}

/** A Sigma document with one more tag; the rest stays as its author wrote it. */
function withTag(document: string, tag: string): string {
  const lines = document.split('\n');
  const at = lines.findIndex((line) => line.startsWith('tags:'));
  if (at < 0) return `${document.trimEnd()}\ntags:\n    - ${tag}${document.endsWith('\n') ? '\n' : ''}`;
  const line = lines[at] ?? '';
  if (line.includes('[')) {
    const isEmpty = line
      .slice(line.indexOf('[') + 1)
      .trim()
      .startsWith(']');
    lines[at] = line.replace('[', `[${tag}${isEmpty ? '' : ', '}`);
  } else {
    const item = lines[at + 1] ?? '';
    lines.splice(at + 1, 0, `${item.trimStart().startsWith('- ') ? item.slice(0, item.indexOf('-')) : '    '}- ${tag}`);
  }
  return lines.join('\n');
}

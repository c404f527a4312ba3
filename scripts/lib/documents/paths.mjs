import { dirname, join } from 'node:path';

const FILE_NAME = /^[\w.*<>-]+\.(?:[cm]?[jt]sx?|json|ya?ml|md|sh|sql|txt|toml|css)$/;
const PATH = /^[\w.@*<>{},-]+(?:\/[\w.@*<>{},-]+)*\/?$/;

/**
 * The check of paths: what looks like one is a file or folder of the project, from its root, from the document's folder, or from a folder in between (`kinds/pipe`).
 * A word in capitals, `<…>` and `*` stand for anything. Of what is built, the source must be there.
 * @param files every file of the project, from its root
 * @param isBuilt whether a path is left out of version control
 * @returns gives the faults of a piece of code in a document
 */
export function pathCheck(files, isBuilt) {
  const all = new Set(files);
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) all.add(folder);
  }
  const list = [...all].join('\n');
  const exists = (path) => new RegExp(`(?:^|/)${path.split('/').map(segmentPattern).join('/')}$`, 'm').test(list);
  return ({ inBlock, text }, document) => {
    if (inBlock || !isPath(text)) return [];
    const path = text.replace(/\/$/, '');
    const [first] = path.split('/');
    if (first === '..' || first === '.') return exists(join(dirname(document), path)) ? [] : [missing(text)];
    const source = path.replace(/(^|\/)dist\/(.*)\.js$/, '$1src/$2.ts');
    if (source === path && isBuilt(path)) return [];
    return exists(source) ? [] : [missing(text)];
  };
}

const missing = (path) => `there is no ${path}`;

function isPath(text) {
  if (!text.includes('/')) return FILE_NAME.test(text);
  // Packages, addresses, and what is a placeholder's are not ours.
  return PATH.test(text) && !/^(?:@|<[^/]*>\/|[\w.-]+\.(?:com|org|net|io)\/)/.test(text);
}

/** A segment as a regular expression. */
function segmentPattern(segment) {
  return segment
    .replaceAll(/[.+?^$()[\]|\\]/g, '\\$&')
    .replaceAll(/<[^>]*>|\*+/g, '[^/]*')
    .replaceAll(/(?<![a-z0-9_])[A-Z]{2,}(?![a-zA-Z0-9_])/g, (capitals) => `(?:${capitals}|[^/]+)`)
    .replaceAll(/\{([^}]*)\}/g, (_braces, names) => `(?:${names.replaceAll(',', '|')})`);
}

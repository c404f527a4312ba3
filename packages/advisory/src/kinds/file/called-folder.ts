/** Words behind a path, or its last slash, by which it is a folder; nobody writes them as files. */
const AS_FOLDER = /^\/?["'”’`)]{0,2}(?:\/(?![\w.])|\s+(?:sub-?)?(?:director(?:y|ies)|folders?)\b)/;

/** Whether a text calls the path that ends at a place a folder. */
export function isCalledFolder(text: string, end: number): boolean {
  return AS_FOLDER.test(text.slice(end, end + 24));
}

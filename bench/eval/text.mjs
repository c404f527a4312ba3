// Text in the form in which values are compared: refanged, lower case, plain quotes and dashes, single blanks.

/** Restores defanged addresses. */
export function refang(text) {
  return text
    .replaceAll(/h(?:xx|\*\*|tt\[)p/gi, 'http')
    .replaceAll(/\s?[[({<]\s?(?:\.|dot|punto|punkt)\s?[\])}>]\s?/gi, '.')
    .replaceAll(/[[({]\s?(?:@|at|arroba)\s?[\])}]/gi, '@')
    .replaceAll(/\[(:\/\/|:|\/|-)\]/g, '$1');
}

/** A text as it is compared. */
export function plain(text) {
  return refang(text)
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—−]/g, '-')
    .replaceAll(/[\u200b\u00ad]/g, '')
    .replaceAll(/\s+/g, ' ');
}

/** A text as it is compared, without any white space. */
export function squeezed(text) {
  return plain(text).replaceAll(/\s+/g, '');
}

/** The literal parts of a Sigma value between its wildcards; a backslash escapes `*`, `?` and itself. */
export function pieces(value) {
  const parts = [''];
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at];
    if (char === '\\' && ['\\', '*', '?'].includes(value[at + 1])) {
      at += 1;
      parts[parts.length - 1] += value[at];
    } else if (char === '*' || char === '?') parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.filter((part) => part !== '');
}

/** A value without its wildcards and enclosing quotes. */
export function literalOf(value) {
  return pieces(value)
    .join('')
    .trim()
    .replaceAll(/^['"]+|['"]+$/g, '');
}

/** A string with these characters taken off both ends. */
export function strip(text, characters) {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text[start])) start += 1;
  while (end > start && characters.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

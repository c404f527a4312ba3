/**
 * The absolute http(s) address of a link, or undefined for anything else (fragments, scripts, mail).
 *
 * @param base Address of the document, if known; without it relative links have no address.
 */
export function absoluteHref(href: string, base: string | undefined): string | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > 4096) return undefined;
  try {
    const url = base === undefined ? new URL(trimmed) : new URL(trimmed, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** The host of an http(s) address in lower case without a port, or undefined. */
export function hostOf(address: string): string | undefined {
  try {
    const url = new URL(address);
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url.hostname : undefined;
  } catch {
    return undefined;
  }
}

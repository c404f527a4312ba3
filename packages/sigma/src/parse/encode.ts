/** Encodings that transformation modifiers demand. */
export type Encoding = 'utf16le' | 'utf16be' | 'utf16' | 'base64' | 'base64offset';

/**
 * How many characters at the start and end of a Base64 text depend on neighbouring bytes, by shift (RFC 4648: three bytes make four
 * characters).
 */
const FOREIGN_START = [0, 2, 3] as const;
const FOREIGN_END = [0, 3, 2] as const;

/**
 * Applies encodings in order; `base64offset` gives three variants. Bytes that are not Base64-encoded at the end become one character each.
 */
export function encodeText(text: string, encodings: readonly Encoding[]): string[] {
  let bytes = Buffer.from(text, 'utf8');
  let encoded: string[] | undefined;
  for (const encoding of encodings) {
    switch (encoding) {
      case 'utf16le':
        bytes = Buffer.from(text, 'utf16le');
        break;
      case 'utf16be':
        bytes = Buffer.from(text, 'utf16le').swap16();
        break;
      case 'utf16':
        bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
        break;
      case 'base64':
        encoded = [bytes.toString('base64')];
        break;
      case 'base64offset':
        encoded = base64Variants(bytes);
        break;
    }
  }
  return encoded ?? [bytes.toString('latin1')];
}

function base64Variants(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const cut = FOREIGN_END[((bytes.length + shift) % 3) as 0 | 1 | 2];
    return encoded.slice(FOREIGN_START[shift as 0 | 1 | 2], encoded.length - cut);
  });
}

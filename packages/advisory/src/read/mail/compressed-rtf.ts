/** What the sender and the reader of compressed RTF both know before it begins (MS-OXRTFCP, 2.1.2.1). */
const KNOWN =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const WINDOW = 4096;

/** Unpacks the RTF of a mail (MS-OXRTFCP): at most `sizeMax` bytes, and what is there of a damaged one. */
export function unpackedRtf(packed: Buffer, sizeMax: number): Buffer {
  if (packed.length < 16) return Buffer.alloc(0);
  const size = Math.min(sizeMax, packed.readUInt32LE(4));
  if (packed.toString('latin1', 8, 12) === 'MELA') return packed.subarray(16, 16 + size);
  const window = Buffer.alloc(WINDOW, ' ');
  let end = window.write(KNOWN, 'latin1');
  const out = Buffer.alloc(Math.min(size, packed.length * 9));
  let written = 0;
  const put = (byte: number): void => {
    window[end] = byte;
    end = (end + 1) % WINDOW;
    if (written < out.length) out[written++] = byte;
  };
  for (let at = 16; at < packed.length && written < out.length; ) {
    let flags = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1, flags >>= 1) {
      if ((flags & 1) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      if (from === end) return out.subarray(0, written);
      for (let count = 0; count < (reference & 15) + 2; count += 1) put(window[(from + count) % WINDOW] ?? 0);
    }
  }
  return out.subarray(0, written);
}

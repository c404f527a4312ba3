const MARK_BYTES = 3;

/** Bytes of a file as UTF-8 without a mark at its beginning, as they come: Windows writes UTF-16 with one. What has none stays as it is. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array | undefined = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    let bytes: Uint8Array = chunk;
    if (begun !== undefined) {
      begun = Buffer.concat([begun, chunk]);
      if (begun.length < MARK_BYTES) continue;
      bytes = begun;
      begun = undefined;
      if (bytes[0] === 0xff && bytes[1] === 0xfe) decoder = new TextDecoder('utf-16le');
      else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(MARK_BYTES);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (begun !== undefined && begun.length > 0) yield begun;
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Issues opaque page tokens and reads its own. A token holds for its account, region, operation and scope. */
export class PageTokens {
  readonly #key = randomBytes(32);

  /** A token for the item at this offset. */
  mint(scope: string, offset: number): string {
    const place = Buffer.alloc(4);
    place.writeUInt32BE(offset);
    return Buffer.concat([place, this.#seal(scope, place)]).toString('base64url');
  }

  /** The offset of a token, or nothing for one that was issued elsewhere. */
  open(scope: string, token: string): number | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== 20 || bytes.toString('base64url') !== token) return undefined;
    const place = bytes.subarray(0, 4);
    return timingSafeEqual(bytes.subarray(4), this.#seal(scope, place)) ? place.readUInt32BE() : undefined;
  }

  #seal(scope: string, place: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(scope).update(place).digest().subarray(0, 16);
  }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Hands out opaque page tokens and knows its own again. They are bound to account, region, operation and scope. */
export class PageTokens {
  readonly #key = randomBytes(32);

  /** The token for the item at this place. */
  mint(scope: string, offset: number): string {
    const place = Buffer.alloc(4);
    place.writeUInt32BE(offset);
    return Buffer.concat([place, this.#seal(scope, place)]).toString('base64url');
  }

  /** The place a token stands for, or nothing for a token minted elsewhere. */
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

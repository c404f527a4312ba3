/** A received mail with its parts decoded. */
export interface CaughtMail {
  /** The envelope's recipients, in lower case. */
  readonly to: readonly string[];
  /** The `From` header as written. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601. */
  readonly receivedAt: string;
}

const KEPT_MAX = 10_000;

/** The mails of one catcher, oldest first. */
export class Mailbox {
  #mails: CaughtMail[] = [];

  add(mail: CaughtMail): void {
    this.#mails.push(mail);
    if (this.#mails.length > KEPT_MAX) this.#mails.shift();
  }

  /** Mails to an address; all mails without one. */
  to(address: string | undefined): readonly CaughtMail[] {
    return this.#mails.filter((mail) => isTo(mail, address));
  }

  /** Deletes the mails to an address; all mails without one. @returns how many */
  forget(address: string | undefined): number {
    const before = this.#mails.length;
    this.#mails = this.#mails.filter((mail) => !isTo(mail, address));
    return before - this.#mails.length;
  }
}

const isTo = (mail: CaughtMail, address: string | undefined): boolean =>
  address === undefined || mail.to.includes(address.toLowerCase());

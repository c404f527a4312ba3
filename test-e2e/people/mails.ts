/** Reads the mails of a mail catcher, of which only the tokens in links are used. */
export interface Mails {
  /** The tokens of the links mailed to an address, oldest first; an empty text for a mail without a link. */
  tokens(address: string): Promise<readonly string[]>;
  /** Waits for the next mail to an address after the first `seen` ones. @throws Error when none comes within 20 s */
  nextToken(address: string, seen: number): Promise<string>;
}

const WAIT_MS = 20_000;
const POLL_MS = 50;

/** Reads the mails that `GET /mails?to=` of a catcher shows. */
export function readMails(catcherUrl: string): Mails {
  const tokens = async (address: string): Promise<readonly string[]> => {
    const answer = await fetch(`${catcherUrl}/mails?to=${encodeURIComponent(address)}`);
    const { mails } = (await answer.json()) as { mails: readonly { text: string }[] };
    return mails.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? '');
  };
  return {
    tokens,
    async nextToken(address, seen) {
      const deadline = Date.now() + WAIT_MS;
      for (;;) {
        const token = (await tokens(address))[seen];
        if (token !== undefined) return token;
        if (Date.now() > deadline) throw new Error(`no mail for ${address} within ${WAIT_MS / 1000} s`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}

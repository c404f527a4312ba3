import { type Request, send } from './http.js';

/** A call that callers repeat. */
export type Call = readonly [method: string, url: string, request: Request];

/** Callers that send requests without a pause. */
const CALLERS = 6;
/** How many of them generate. The service refuses one person more than two simultaneous generations. */
const GENERATING = 1;

/** Sends the calls in turn, without a pause, while `work` runs. @returns the number of calls, and those that were not answered 2xx */
export async function callsDuring(
  asked: readonly Call[],
  work: () => Promise<void>,
): Promise<{ calls: number; failures: string[] }> {
  const failures: string[] = [];
  let calls = 0;
  let over = false;
  const caller = async (number: number): Promise<void> => {
    const own = number < GENERATING ? asked : asked.filter(([, url]) => !url.endsWith('/generate'));
    for (let turn = number; !over; turn += 1) {
      const [method, url, request] = own[turn % own.length]!;
      calls += 1;
      const outcome = await send(method, url, request).then(
        ({ status, text }) => (status < 300 ? undefined : `${status} ${text.slice(0, 200)}`),
        (error: Error) => `${error.message} ${String(error.cause ?? '')}`,
      );
      if (outcome !== undefined) failures.push(`${method} ${url}: ${outcome}`);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_one, number) => caller(number));
  await work().finally(() => {
    over = true;
  });
  await Promise.all(callers);
  return { calls, failures };
}

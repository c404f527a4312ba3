/// <reference lib="dom" />

import type { Page, Route } from 'playwright-core';

/** A page whose answers wait until they are let through. */
interface HeldAnswers {
  /** Waits until the page waits, with what it draws meanwhile. */
  untilHeld(): Promise<void>;
  /** Lets the answer through that waits longest, and the page draw it. @returns its address; undefined where none waits and nothing is loading */
  letOneThrough(): Promise<string | undefined>;
}

/** Holds what both services answer to a page, but for the session. */
export async function holdAnswers(page: Page): Promise<HeldAnswers> {
  const held: Route[] = [];
  await page.route(
    ({ pathname }) => /^\/(?:v1|api\/v1)\//.test(pathname) && pathname !== '/v1/auth/refresh',
    (route) => void held.push(route),
  );
  return {
    async untilHeld() {
      while (held.length === 0) await drawn(page);
      await drawn(page);
    },
    async letOneThrough() {
      for (let route = held.shift(); ; route = held.shift()) {
        if (route !== undefined) {
          const url = new URL(route.request().url());
          await route.fulfill({ response: await route.fetch() });
          await drawn(page);
          return url.pathname;
        }
        if (!(await isLoading(page))) return undefined;
        await drawn(page);
      }
    },
  };
}

/** Waits until the page has drawn what it has. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

const isLoading = (page: Page): Promise<boolean> =>
  page.evaluate(() => globalThis.document.querySelector('[class*="_loading_"]') !== null);

/** Begins to note what moves on pages that are opened from now on, without anybody having done something. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: [number, string][] = [];
    Object.assign(globalThis, { shifts });
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
    const place = ({ height, y }: DOMRectReadOnly): string => `${Math.round(y)}+${Math.round(height)}`;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources, value } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          shifts.push([
            value,
            sources
              .map(({ currentRect, node, previousRect }) => {
                const words = node?.textContent?.slice(0, 40) ?? '';
                return `${node?.nodeName.toLowerCase()} “${words}” ${place(previousRect)} → ${place(currentRect)}`;
              })
              .join(' | '),
          ]);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How much moved on the page that is open, as the share of the window that Chromium's layout shift is, with what it was. */
export async function shiftsOf(page: Page): Promise<{ total: number; what: string[] }> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: [number, string][] }).shifts);
  return {
    total: Math.round(shifts.reduce((sum, [value]) => sum + value, 0) * 1000) / 1000,
    what: shifts.map(([value, what]) => `${value.toFixed(3)} ${what}`),
  };
}

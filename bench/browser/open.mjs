import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';

/** How much slower than this machine's the reader's processor is taken to be. */
export const SLOWER = 4;

/** A Chromium, and pages in it that are signed in and slowed down. */
export async function openBrowser(stack) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  return {
    close: () => browser.close(),
    /** A page of a new reader; `signedIn` goes through the sign-in page first, at full speed; `slower` is by how much the page is then. */
    async page({ signedIn = true, slower = SLOWER } = {}) {
      const context = await browser.newContext({ baseURL: stack.dashboardUrl, viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      if (signedIn) {
        await page.goto('/sign-in');
        await page.getByLabel('E-mail address').fill(stack.user.email);
        await page.getByLabel('Password', { exact: true }).fill(stack.user.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
      }
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
      return page;
    },
  };
}

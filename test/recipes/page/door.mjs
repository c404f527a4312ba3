import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findChromium } from '../../../scripts/lib/chromium.mjs';

/** The menu leads to it. */
export async function look({ copy, stack }) {
  const { linkFor } = await stack();
  const { chromium } = createRequire(join(copy, 'services/dashboard/package.json'))('playwright-core');
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(await linkFor());
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Levels' }).click();
    await page.getByRole('heading', { name: 'Levels', level: 1 }).waitFor();
    return 'the menu leads to it';
  } finally {
    await browser.close();
  }
}

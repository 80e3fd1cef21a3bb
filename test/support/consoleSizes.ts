import { mkdirSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Page } from 'puppeteer';
import { axeFaults } from './axe.ts';

const SIZES = [
  [320, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const;

/**
 * Expects that the page does not scroll horizontally at any size, and that axe-core finds no violation at widths of 390 and 1280
 * px in both colour schemes. If CONSOLE_PICTURES names a folder, writes one screenshot per size into it.
 */
export async function isFineAtEverySize(page: Page, name: string): Promise<void> {
  for (const [width, scheme] of SIZES) {
    await page.setViewport({ width, height: 844 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const beyond = await page.evaluate(limit => {
      const isWide = document.documentElement.scrollWidth > limit;
      const wide = [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > limit + 1);
      return isWide ? wide.slice(0, 5).map(element => element.outerHTML.slice(0, 120)) : [];
    }, width);
    const folder = process.env.CONSOLE_PICTURES;
    if (folder) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
    }
    expect([name, width, beyond]).toEqual([name, width, []]);
    if (width !== 320) expect([name, width, scheme, await axeFaults(page)]).toEqual([name, width, scheme, []]);
  }
}

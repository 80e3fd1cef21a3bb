import type { Page } from 'puppeteer';
import { overflows } from '../../scripts/walk.ts';
import { axeFaults } from './axe.ts';
import { brokenWords } from './pageFaults.ts';

export interface LetterLook {
  name: string;
  width: number;
  scheme: 'light' | 'dark';
}

/** Where letters are read, as far as a browser can show it. */
export const LETTER_LOOKS = [
  { name: 'phone', width: 390, scheme: 'light' },
  { name: 'phone-dark', width: 390, scheme: 'dark' },
  { name: 'desktop', width: 640, scheme: 'light' },
] as const satisfies readonly LetterLook[];

export async function showLetter(page: Page, html: string, { width, scheme }: LetterLook): Promise<void> {
  await page.setViewport({ width, height: 844 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(html);
}

/** What is too wide, cut in two, or not to be read. */
export async function letterFaults(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(overflows)),
    ...(await page.evaluate(brokenWords)),
    ...(await axeFaults(page, { only: ['color-contrast'] })),
  ];
}

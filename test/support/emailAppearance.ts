import type { Page } from 'puppeteer';
import { overflows } from '../../scripts/try/walk.ts';
import { axeFaults } from './axe.ts';
import { brokenWords } from './pageFaults.ts';

export interface EmailAppearance {
  name: string;
  width: number;
  scheme: 'light' | 'dark';
}

/** Screen widths and colour schemes of typical devices on which e-mails are read, as far as a browser can simulate them. */
export const EMAIL_APPEARANCES = [
  { name: 'phone', width: 390, scheme: 'light' },
  { name: 'phone-dark', width: 390, scheme: 'dark' },
  { name: 'desktop', width: 640, scheme: 'light' },
] as const satisfies readonly EmailAppearance[];

export async function showEmail(page: Page, html: string, { width, scheme }: EmailAppearance): Promise<void> {
  await page.setViewport({ width, height: 844 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(html);
}

/**
 * Returns the layout errors: elements that are too wide, words and values broken across lines, and text with insufficient
 * contrast.
 */
export async function findEmailFaults(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(overflows)),
    ...(await page.evaluate(brokenWords)),
    ...(await page.evaluate(brokenValues)),
    ...(await axeFaults(page, { only: ['color-contrast'] })),
  ];
}

/** Runs in the page. Returns document numbers, telephone numbers and host names that are broken across two lines. */
function brokenValues(): string[] {
  const values = /\+\d[\d\s]{5,}\d|[A-Z]+-[A-Z\d]+-\d{4}-\d+|https?:\/\/[^\s/]+/g;
  const found: string[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const value of (node.textContent ?? '').matchAll(values)) {
      range.setStart(node, value.index);
      range.setEnd(node, value.index + value[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`broken: ${value[0]}`);
    }
  }
  return found;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe: { run(context: Document, options: object): Promise<AxeResults> };
  }
}

/**
 * Returns the violations that axe-core finds in the current state of the page. Meanwhile the page is scrolled to its end, where the
 * bar with the main button covers no other link. Elsewhere a link that the edge of the bar cuts would count as too small.
 * `only`: names of axe-core rules to check; default: all rules.
 */
export async function axeFaults(page: Page, { only }: { only?: readonly string[] } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (runOnly, rules) => {
      const { scrollY } = window;
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      const options = { runOnly, rules, resultTypes: ['violations'], preload: false };
      return window.axe.run(document, options).finally(() => window.scrollTo({ top: scrollY, behavior: 'instant' }));
    },
    only ? { type: 'rule', values: only } : { type: 'tag', values: TAGS },
    only ? {} : { 'target-size': { enabled: true } },
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(node => `  ${node.html.slice(0, 160)}`).join('\n')}`,
  );
}

import type { Page } from 'puppeteer';
import type { Visitor } from './visitor.ts';

interface Focus {
  name: string;
  /** Defect of the focus indicator; null if there is none. */
  fault: string | null;
}

const MAX_STEPS = 120;

/**
 * Presses the Tab key until the element with this name has the focus.
 * @throws Error if an element on the way has a defective focus indicator, or if the named element is not reached
 */
export async function tabTo({ page }: Visitor, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    if (focus.fault !== null) throw new Error(`The focus is not seen on "${focus.name}": ${focus.fault}`);
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return;
    passed.push(focus.name);
  }
  throw new Error(`The Tab key does not lead to "${name}", but to ${passed.join(' | ')}`);
}

export async function typeOverWith({ page }: Visitor, text: string): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyA');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

/**
 * Returns the name of the focused element and the defect of its focus indicator: no ring, outside the window, or covered by a
 * different element.
 */
export function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return { name: '', fault: null };
    const label = element.closest('label');
    const named = label ?? (element as HTMLInputElement).labels?.[0] ?? element;
    const name = (element.getAttribute('aria-label') ?? named.innerText).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim();
    const hasRing = [element, label].some(box => {
      const { outlineStyle, outlineWidth } = box ? getComputedStyle(box) : { outlineStyle: 'none', outlineWidth: '0' };
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    // The focus is in an inner part of a date field, which does not match `:focus`. The browser draws the focus ring of the part.
    const isInnerPart = !element.matches(':focus');
    if (!hasRing && !isInnerPart) return { name, fault: 'no ring' };
    // Uses the first rectangle. If a link wraps over two lines, the centre of its whole area would lie between the lines.
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return { name, fault: `outside the window at ${x}, ${y}` };
    const above = document.elementFromPoint(x, y);
    const isUncovered = above !== null && (element.contains(above) || above.contains(element) || label?.contains(above));
    return { name, fault: isUncovered ? null : `below ${above?.outerHTML.slice(0, 80)}` };
  });
}

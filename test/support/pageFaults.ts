import type { Page } from 'puppeteer';

/** What a driver touches, or what stands for something, has a name; roles as the browser calls them. */
const NAMED: ReadonlySet<string> = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'radio',
  'combobox',
  'listbox',
  'spinbutton',
  'slider',
  'switch',
  'tab',
  'menuitem',
  'meter',
  'progressbar',
  'image',
  'dialog',
  'DisclosureTriangle',
  'Date',
]);

/**
 * Everything without a name in the tree that the browser gives to screen readers. axe goes by the markup: it takes a text in a
 * live region inside of a button for its name, and the browser does not.
 */
export async function namelessFaults(page: Page): Promise<string[]> {
  const client = await page.createCDPSession();
  try {
    await client.send('Accessibility.enable');
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const nameless = nodes.filter(
      ({ ignored, role, name }) => !ignored && NAMED.has(String(role?.value)) && String(name?.value ?? '').trim() === '',
    );
    return await Promise.all(
      nameless.map(async ({ role, backendDOMNodeId }) => {
        if (backendDOMNodeId === undefined) return `${role?.value} without a name`;
        const { outerHTML } = await client.send('DOM.getOuterHTML', { backendNodeId: backendDOMNodeId });
        return `${role?.value} without a name: ${outerHTML.slice(0, 160)}`;
      }),
    );
  } finally {
    await client.detach();
  }
}

/**
 * Runs in the page: words of which a part stands on another line, without a hyphen: "D/E", "Unternehmen/s". What nobody reads
 * as a word may break anywhere: addresses, and what has digits. The browser of the tests has no dictionary to hyphenate by.
 */
export function brokenWords(): string[] {
  const isHidden = (element: Element | null): boolean => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { clipPath, clip } = getComputedStyle(at);
      if (clipPath !== 'none' || clip !== 'auto') return true;
    }
    return element === null || !element.checkVisibility({ visibilityProperty: true });
  };
  /** Where a letter stands. At the end of a line a letter begins there with no width, and goes on below. */
  const topOf = (node: Node, at: number): number | null => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return [...range.getClientRects()].at(-1)?.top ?? null;
  };
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement?.closest('script, style') || isHidden(node.parentElement)) continue;
    for (const piece of (node.textContent ?? '').matchAll(/[^\s\u00a0\u202f]+/g)) {
      if (/[@\d]|:\/\//.test(piece[0])) continue;
      for (const word of piece[0].matchAll(/\p{L}{2,}/gu)) {
        const tops = [...word[0]].map((_, letter) => topOf(node, piece.index + word.index + letter));
        if (tops.some(top => top !== null && top - (tops[0] ?? top) > 4)) {
          const around = (node.parentElement?.textContent ?? '').trim().slice(0, 60);
          found.push(`broken: ${word[0]} in “${around}”`);
        }
      }
    }
  }
  return found;
}

/** Runs in the page: where the browser lets nothing be copied or shared, a button that would still has to answer. */
export async function silentCopies(): Promise<string[]> {
  const refuse = () => Promise.reject(new DOMException('Not here', 'NotAllowedError'));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse }, configurable: true });
  Object.defineProperty(navigator, 'share', { value: refuse, configurable: true });
  const shown = () => document.body.innerText + [...document.querySelectorAll('input')].map(({ value }) => value).join('\n');
  const silent: string[] = [];
  for (const icon of document.querySelectorAll('button use[href$="#copy"], button use[href$="#share-2"]')) {
    const button = icon.closest('button');
    if (!button?.checkVisibility()) continue;
    const [before, name] = [shown(), button.textContent ?? ''];
    button.click();
    await new Promise(done => setTimeout(done, 100));
    if (shown() === before) silent.push(`says nothing when it is refused: ${name.trim()}`);
  }
  return silent;
}

import type { Page } from 'puppeteer';

/**
 * Roles in the browser's accessibility tree that need an accessible name: controls, and elements that have a meaning of their
 * own.
 */
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
 * Returns all nodes in the browser's accessibility tree that lack a name. axe-core cannot find them all: it accepts the text of
 * a live region inside a button as the button's name, which browsers do not.
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
 * Runs in the page. Returns words that are broken across two lines without a hyphen, for example "D/E" or "Unternehmen/s". URLs,
 * e-mail addresses and text with digits may break anywhere. The test browser has no hyphenation dictionary, so it never adds a
 * hyphen itself.
 */
export function brokenWords(): string[] {
  const isHidden = (element: Element | null): boolean => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { clipPath, clip } = getComputedStyle(at);
      if (clipPath !== 'none' || clip !== 'auto') return true;
    }
    return element === null || !element.checkVisibility({ visibilityProperty: true });
  };
  /**
   * Returns the vertical position of a letter. The last rectangle counts, because a letter after a line break also has an empty
   * rectangle at the end of the previous line.
   */
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

/**
 * Runs in the page. Makes the clipboard and the share function fail and presses all copy and share buttons. Returns the buttons
 * that display no message then.
 */
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

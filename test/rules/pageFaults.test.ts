import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../support/chromium.ts';
import { brokenWords, namelessFaults, silentCopies } from '../support/pageFaults.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
}, 60_000);
afterAll(() => browser.close());

/** Displays a page of this width that contains only the given markup. */
async function show(body: string, width = 320): Promise<void> {
  await page.setViewport({ width, height: 640 });
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title><body><main>${body}</main>`);
}

describe('A name that screen readers would miss', () => {
  it.each([
    ['a button whose only text is a status', '<button><span role="status">Remember on this device</span></button>', 'button'],
    ['a button with a drawing alone', '<button><svg aria-hidden="true"><path d="M0 0h9"/></svg></button>', 'button'],
    ['a link around nothing', '<a href="/x"></a>', 'link'],
    ['a field without a label', '<input type="text">', 'textbox'],
    ['a field with only an empty label', '<label for="a"></label><input id="a" type="email">', 'textbox'],
    ['a tick without words', '<input type="checkbox">', 'checkbox'],
    ['a choice without words', '<input type="radio" name="a">', 'radio'],
    ['a list without a label', '<select><option>One</option></select>', 'combobox'],
    ['a picture without words', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="9" height="9">', 'image'],
    ['a meter without words', '<meter value="1" max="2"></meter>', 'meter'],
  ])('is found: %s', async (_, body, role) => {
    await show(body);
    expect(await namelessFaults(page)).toEqual([expect.stringMatching(new RegExp(`^${role} without a name`))]);
  });

  it('is not found where there is one, or nothing to name', async () => {
    await show(
      '<button>Go</button><a href="/x"><img alt="Home" src="data:,"></a><label>Email <input></label><img alt="" src="data:,">' +
        '<label><input type="checkbox"> Terms</label><select aria-label="Country"><option>One</option></select>' +
        '<details><summary>More</summary><p>All</p></details><label>Day <input type="date"></label>',
    );
    expect(await namelessFaults(page)).toEqual([]);
  });
});

describe('A word that breaks in its middle', () => {
  it.each([
    ['a label of a language', '<p style="width:1.5ch;overflow-wrap:anywhere;font:16px monospace">DE</p>', ['broken: DE in “DE”']],
    [
      'a name of a row',
      '<p style="width:9.5ch;overflow-wrap:anywhere;font:16px monospace">Vertragsnummer</p>',
      ['broken: Vertragsnummer in “Vertragsnummer”'],
    ],
    [
      'a line that may break anywhere',
      '<p style="width:11.5ch;word-break:break-all;font:16px monospace">Reserved amount</p>',
      ['broken: amount in “Reserved amount”'],
    ],
  ])('is found: %s', async (_, body, faults) => {
    await show(body);
    expect(await page.evaluate(brokenWords)).toEqual(faults);
  });

  it('is not found where lines end between words, at a hyphen, in an address, or where nobody looks', async () => {
    await show(
      '<p style="width:9.5ch;font:16px monospace">Reserved amount</p><p style="width:7.5ch;font:16px monospace">E-Mail-Adresse</p>' +
        '<p style="width:9.5ch;font:16px monospace">Vertrags&shy;nummer</p>' +
        '<p style="width:9.5ch;overflow-wrap:anywhere;font:16px monospace">https://charge.example/terms DE*BLF*E1001</p>' +
        '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);overflow-wrap:anywhere">Hidden</span>',
    );
    expect(await page.evaluate(brokenWords)).toEqual([]);
  });
});

describe('A button that copies or shares', () => {
  const button = (icon: string, onclick: string) =>
    `<button onclick="${onclick}"><svg><use href="/sprite.svg#${icon}"/></svg>Copy link</button><output></output>`;

  it.each(['copy', 'share-2'])('is found where it says nothing when it is refused: %s', async icon => {
    await show(button(icon, "navigator.clipboard.writeText('x').catch(() => undefined)"));
    expect(await page.evaluate(silentCopies)).toEqual(['says nothing when it is refused: Copy link']);
  });

  it('is fine where the text is shown instead', async () => {
    const shows = "navigator.share({}).catch(() => { document.querySelector('output').textContent = 'https://charge.example' })";
    await show(button('share-2', shows));
    expect(await page.evaluate(silentCopies)).toEqual([]);
  });
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElementHandle } from 'puppeteer';
import { translator } from './invoiceFacts.ts';
import { until } from './until.ts';
import type { Visitor } from './visitor.ts';

export const CARDS = {
  good: '4242 4242 4242 4242',
  challenge: '4000 0027 6000 3184',
  declined: '4000 0000 0000 0002',
  /** Test card whose hold expires after one minute. */
  shortHold: '4000 0000 0000 1976',
} as const;

/** Page addresses of demo charging points by their behaviour, see demo/stations.json. */
export const POINTS = {
  /** 150 kW, two plugs. A vehicle is plugged in after five seconds. */
  strongTwoPlugs: '/blaufink/evse/DE*BLF*E1006*1',
  /** A charging point with 300 kW. */
  strongest: '/canarybolt/evse/DE*CNB*E3001*1',
  /** 150 kW. A vehicle is already plugged in. */
  connected: '/canarybolt/evse/DE*CNB*E3002*1',
  /** 100 kW, two plugs. The last meter reading arrives one minute late. */
  delayedMeter: '/canarybolt/evse/DE*CNB*E3003*2',
  /** 150 kW. A vehicle is already plugged in, and is unplugged while it charges. */
  unplugs: '/canarybolt/evse/DE*CNB*E3002*2',
  neverPlugsIn: '/blaufink/evse/DE*BLF*E1002*1',
  refuses: '/blaufink/evse/DE*BLF*E1004*1',
  free: '/blaufink/evse/DE*BLF*E1005*1',
} as const;

const t = (visitor: Visitor, key: string, values = {}) => translator(visitor.locale, key, values);

/** Adds the visitor's language to an address: '/blaufink' in German, '/en/blaufink' in English. */
export const inLanguage = ({ locale }: Visitor, address: string): string => (locale === 'de' ? address : `/${locale}${address}`);

const DRIVER = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'johanna@example.org',
  emailConfirmation: 'johanna@example.org',
};

/** Fills in the contact fields that the form of the brand has. */
export async function fillInDetails(visitor: Visitor, changes: Partial<typeof DRIVER> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...DRIVER, ...changes }))
    if (await visitor.page.$(`form [name="${name}"]`)) await visitor.types(await labelOf(visitor, name), text);
}

/**
 * Returns the label of a contact field. Where a brand does not require name and e-mail, their labels end with "(optional)" in
 * the language of the page.
 */
async function labelOf(visitor: Visitor, name: string): Promise<string> {
  // The lean form says next to the address what the address is for.
  const isLean = name === 'email' && (await visitor.page.$('[name="emailConfirmation"]')) === null;
  const label = t(visitor, isLean ? 'contact.receiptEmail' : `contact.${name}`);
  const optional = `${label} (${t(visitor, 'common.optional')})`;
  return (await visitor.text()).includes(optional) ? optional : label;
}

export async function expectDetails(visitor: Visitor, changes: Partial<typeof DRIVER> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...DRIVER, ...changes }))
    expect({ [name]: await visitor.valueOf(await labelOf(visitor, name)) }).toEqual({ [name]: text });
}

/** Ticks the consents of the order form. Fails if a click does not tick its box. */
export async function agree(visitor: Visitor): Promise<void> {
  for (const box of await visitor.page.$$('form [name="acceptTerms"], form [name="acceptPrivacy"]')) {
    const isTicked = () => box.evaluate(node => (node as HTMLInputElement).checked);
    if (await isTicked()) continue;
    await clickInCentre(box);
    if (!(await isTicked())) throw new Error(`The click on ${visitor.path()} did not tick a consent`);
  }
}

/** Clicks an element in the centre of the screen, because the order bar covers the end of the page on a phone. */
async function clickInCentre(element: ElementHandle<Element>): Promise<void> {
  await element.evaluate(node => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await element.click();
}

/** Submits the payment page and waits for the checkout page. */
export async function order(visitor: Visitor): Promise<void> {
  await visitor.follows('button', t(visitor, 'payment.submitBinding'));
  await visitor.sees(t(visitor, 'sandbox.title'));
}

export async function enterCard(visitor: Visitor, number: string): Promise<void> {
  const address = t(visitor, 'sandbox.email');
  if ((await visitor.text()).includes(address)) await visitor.types(address, DRIVER.email);
  await visitor.types(t(visitor, 'sandbox.number'), number);
  await visitor.follows('button', new RegExp(`^${t(visitor, 'sandbox.pay', { amount: '.+' })}$`));
}

/** Orders at the payment page and pays. Ends on the session page. */
export async function orderAndPay(visitor: Visitor, address: string, card: string = CARDS.good): Promise<void> {
  await visitor.go(inLanguage(visitor, address));
  await fillInDetails(visitor);
  await agree(visitor);
  await order(visitor);
  await enterCard(visitor, card);
}

/** Closes all messages, because on a phone they cover the end of the page. */
export async function closeMessages(visitor: Visitor): Promise<void> {
  const close = t(visitor, 'toast.close');
  const closeAll = async () => {
    const messages = await visitor.page.$$(`::-p-aria([name="${close}"][role="button"])`);
    for (const message of messages) await message.evaluate(node => (node as HTMLElement).click());
    return messages.length;
  };
  await until(closeAll, left => left === 0, 5000);
}

/** Returns the path of the visitor's session without the language prefix: '/blaufink/charging/…'. */
export function sessionPath(visitor: Visitor): string {
  const found = /\/\w+\/charging\/[^/]+/.exec(visitor.path());
  if (!found) throw new Error(`${visitor.path()} is no session`);
  return found[0];
}

/** Returns the cost on the session page in minor units, during the session or after its end. */
export async function costOf(visitor: Visitor): Promise<number> {
  const [label, paid] = [t(visitor, 'session.cost'), t(visitor, 'receipt.paid')];
  const text = await visitor.text();
  const figure = new RegExp(`(?:${label}|${paid})\\n(?:.*\\n)*?(.*(?:€|CHF|EUR|Ft|HUF).*)`).exec(text)?.[1];
  if (figure === undefined) throw new Error(`No cost on this page:\n${text}`);
  return minorOf(figure);
}

/** Opens the folded row of a page whose title contains the words. */
export async function unfold(visitor: Visitor, words: string): Promise<void> {
  const isFound = await visitor.page.evaluate(title => {
    const summary = [...document.querySelectorAll('main summary')].find(({ textContent }) => textContent?.includes(title));
    (summary as HTMLElement | undefined)?.click();
    return summary !== undefined;
  }, words);
  if (!isFound) throw new Error(`No folded row "${words}" on ${visitor.path()}`);
}

/** Converts a displayed amount to minor units: '1.234,56 €' → 123456. */
export const minorOf = (figure: string): number => Number(figure.replace(/\D/g, ''));

/** Waits until the displayed cost is at least `minor` minor units. */
export async function chargeFor(visitor: Visitor, minor: number): Promise<void> {
  await until(
    async () => {
      if (!visitor.hasJavaScript) await visitor.page.reload();
      return costOf(visitor).catch(() => 0);
    },
    cost => cost >= minor,
    30_000,
  );
}

/** Stops the session. With JavaScript, this opens a bottom sheet, otherwise a separate page. */
export async function stop(visitor: Visitor): Promise<void> {
  if (visitor.hasJavaScript) {
    await visitor.presses('link', t(visitor, 'session.stop'));
    await visitor.presses('button', t(visitor, 'session.stop.confirmYes'));
    return;
  }
  await visitor.follows('link', t(visitor, 'session.stop'));
  await visitor.sees(t(visitor, 'session.stop.title'));
  await visitor.follows('button', t(visitor, 'session.stop.confirmYes'));
}

/**
 * Waits for the bill and checks that its lines add up to its total. `download` is the text key of the download button.
 * @returns the total in minor units
 */
export async function expectBill(visitor: Visitor, { download = 'receipt.download' } = {}): Promise<number> {
  await visitor.comesToSee(t(visitor, 'session.completed'));
  await visitor.comesToSee(t(visitor, 'receipt.paid'));
  await visitor.comesToSee(t(visitor, download));
  const lists = await visitor.page.$$eval('main dl', all =>
    all.map(list =>
      [...list.children].map(row => ({
        label: row.querySelector('dt')?.textContent ?? '',
        value: row.querySelector('dd')?.textContent ?? '',
      })),
    ),
  );
  const rows = lists.find(list => list.some(({ label }) => label === t(visitor, 'receipt.total'))) ?? [];
  const totalAt = rows.findIndex(({ label }) => label === t(visitor, 'receipt.total'));
  const lines = rows.slice(0, totalAt).map(({ value }) => minorOf(value));
  const total = minorOf(rows[totalAt]?.value ?? '');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
  expect(await costOf(visitor)).toBe(total);
  return total;
}

/** Presses a download link and waits until the browser has saved the file. */
export async function download(
  visitor: Visitor,
  name: string | RegExp,
  role: 'link' | 'button' = 'link',
): Promise<{ name: string; bytes: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'downloads-'));
  const browserContextId = visitor.page.browserContext().id;
  const client = await visitor.page.createCDPSession();
  try {
    await client.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      ...(browserContextId ? { browserContextId } : {}),
    });
    await visitor.presses(role, name);
    const [file = ''] = await until(
      () => readdir(folder),
      files => files.length > 0 && files.every(saved => !saved.endsWith('.crdownload')),
    );
    return { name: file, bytes: await readFile(path.join(folder, file)) };
  } finally {
    await client.detach();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Searches for the receipt by the last digits of the card and the price. */
export async function searchReceipt(visitor: Visitor, { price, digits }: { price: string; digits: string }): Promise<void> {
  await visitor.types(t(visitor, 'search.card'), digits);
  await visitor.types(t(visitor, 'search.price'), price);
  await sendSearch(visitor);
}

/** Submits the search form and waits for the result. Without JavaScript, the result is a new document. */
export async function sendSearch(visitor: Visitor): Promise<void> {
  if (!visitor.hasJavaScript) return visitor.follows('button', t(visitor, 'search.submit'));
  await visitor.presses('button', t(visitor, 'search.submit'));
  await visitor.page.waitForFunction(() => document.querySelector('form [aria-disabled]') === null);
}

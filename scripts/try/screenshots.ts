// npm run screenshots: takes pictures of every page state into screenshots/, on a phone and a desktop, light and dark. Default:
// all brands in German and Hungarian. Options: --brand farnwald and --language hu select and can be repeated. With --plain,
// without JavaScript. With --letters, only the e-mails, in German and Hungarian.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '../../test/support/chromium.ts';
import { EMAIL_APPEARANCES, showEmail } from '../../test/support/emailAppearance.ts';
import { renderEmails } from '../../test/support/emails.ts';
import { visitStages } from '../prove/proof.ts';
import { DESKTOP, PHONE, type Sight, setAppearance, showWhole } from './walk.ts';

const FOLDER = 'screenshots';
const README_PICTURE = 'docs/pictures/payment.png';

let count = 0;

async function shoot({ page, stage, language }: Sight): Promise<void> {
  const { client, name, press } = stage;
  count += 1;
  mkdirSync(path.join(FOLDER, client), { recursive: true });
  // Moves the mouse away, so that no element is in its hover state.
  await page.mouse.move(0, 0);
  for (const viewport of [PHONE, DESKTOP]) {
    for (const scheme of ['light', 'dark']) {
      await setAppearance(page, { scheme, viewport });
      const isReadmePicture = [client, name, language, viewport.name, scheme].join() === 'blaufink,payment,en,phone,light';
      if (isReadmePicture) await page.screenshot({ path: README_PICTURE });
      // A dialog is pictured in the window. Other pages are pictured as a whole, with the action bar at the end.
      if (!press) await showWhole(page, viewport);
      const file = `${language}-${viewport.name}-${scheme}-${String(count).padStart(3, '0')}-${name}.png`;
      await page.screenshot({ path: path.join(FOLDER, client, file) });
    }
  }
  console.log(client, name, language);
}

async function screenshotEmails(): Promise<void> {
  const folder = path.join(FOLDER, 'letters');
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    for (const language of ['de', 'hu'] as const) {
      for (const [kind, html] of Object.entries(await renderEmails(language))) {
        for (const check of EMAIL_APPEARANCES) {
          await showEmail(page, html, check);
          await page.screenshot({ path: path.join(folder, `${language}-${kind}-${check.name}.png`), fullPage: true });
        }
      }
      console.log('letters', language);
    }
  } finally {
    await browser.close();
  }
}

if (process.argv.includes('--letters')) await screenshotEmails();
else {
  const { faults } = await visitStages(shoot, { languages: ['de', 'hu'] });
  for (const fault of new Set(faults)) console.log(fault);
}

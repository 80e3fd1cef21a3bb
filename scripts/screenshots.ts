// Pictures of every page and state, on a phone and a desktop, light and dark, into screenshots/:
//   npm run screenshots -- --brand farnwald --language hu     as often as wanted; without: every brand, German and Hungarian
//   npm run screenshots -- --plain                            as visitors without JavaScript see them
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { lookAtStages } from './proof.ts';
import { DESKTOP, PHONE, type Sight, setLook, showWhole } from './walk.ts';

const FOLDER = 'screenshots';
const README_PICTURE = 'docs/pictures/payment.png';

let count = 0;

async function shoot({ page, stage, language }: Sight): Promise<void> {
  const { client, name, press } = stage;
  count += 1;
  mkdirSync(path.join(FOLDER, client), { recursive: true });
  // Nothing looks as if somebody pointed at it.
  await page.mouse.move(0, 0);
  for (const viewport of [PHONE, DESKTOP]) {
    for (const scheme of ['light', 'dark']) {
      await setLook(page, { scheme, viewport });
      const isReadmePicture = [client, name, language, viewport.name, scheme].join() === 'blaufink,payment,en,phone,light';
      if (isReadmePicture) await page.screenshot({ path: README_PICTURE });
      // A window above the page lies where it lies; else the bar belongs to the end of the page.
      if (!press) await showWhole(page, viewport);
      const file = `${language}-${viewport.name}-${scheme}-${String(count).padStart(3, '0')}-${name}.png`;
      await page.screenshot({ path: path.join(FOLDER, client, file) });
    }
  }
  console.log(client, name, language);
}

const { faults } = await lookAtStages(shoot, { languages: ['de', 'hu'] });
for (const fault of new Set(faults)) console.log(fault);

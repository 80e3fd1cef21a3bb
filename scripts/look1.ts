import { openStages } from './stages.ts';
import { openBrowser } from '../test/support/chromium.ts';
import { openPage, show, setLook, NARROW } from './walk.ts';
const { app, stages, close } = await openStages({ brands: ['blaufink'] });
const browser = await openBrowser();
const { page } = await openPage(browser);
for (const name of ['payment', 'sandbox']) {
  const stage = stages.find(s => s.name === name)!;
  const prepared = await stage.prepare?.();
  const path = (await stage.pathIn?.('hu')) ?? (typeof prepared === 'string' ? prepared : stage.path) ?? '/';
  await setLook(page, { scheme: 'light', viewport: NARROW });
  await show(page, { origin: app.origin, stage: { ...stage, path }, language: 'hu' });
  console.log(path);
  await page.screenshot({ path: `/tmp/${name}.png`, fullPage: true });
}
await browser.close(); await close();

// npm run budgets: compares the transfer size of a first visit to each page, at every plug, with budgets.json.
import { startBuiltApp } from '../../test/support/builtApp.ts';
import { weighPages } from '../prove/pageWeights.ts';

await import('../build/ensureBuild.ts');

const app = await startBuiltApp({ speed: 120 });
try {
  const pages = await weighPages({ origin: app.origin, outDir: process.env.OUT_DIR ?? 'dist' });
  console.table(pages);
  if (pages.some(({ over }) => over)) {
    console.error('Over budget (budgets.json): make it lighter, the numbers only go down.');
    process.exitCode = 1;
  }
} finally {
  await app.close();
}

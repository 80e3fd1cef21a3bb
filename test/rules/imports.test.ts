import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** A file, an import that is forbidden there, and the rule of .dependency-cruiser.mjs that must report it. */
const REFUSED = [
  ['shared/model/money.ts', 'joi', 'packages of shared'],
  ['client/app/App.tsx', '../../server/config/config.ts', 'imports of client/app'],
  ['client/core/routes.ts', '../app/pages.ts', 'imports of client/core'],
  ['client/components/control/AppLink.tsx', '../../pages/Home/load.ts', 'imports of client/components'],
  ['client/pages/Home/Home.tsx', '../../console/pages/Today.ts', 'imports of client/pages'],
  ['server/shop/sessions/cost/prices.ts', 'express', 'packages of server/shop/'],
  ['server/shop/sessions/cost/prices.ts', '../../../http/api/api.ts', 'imports of server/shop'],
  ['server/shop/sessions/cost/place.ts', '../reports/reports.ts', 'imports of shop/sessions/cost'],
  ['server/core/pricing/price.ts', '../../store/shop/orders.ts', 'imports of server/core'],
  ['server/adapters/sandbox/sandbox.ts', '../smtp/smtp.ts', 'imports of server/adapters/'],
  ['server/stations/ocpi/catalogue/tariff.ts', '../../../shop/orders/placeOrder.ts', 'imports of server/stations/ocpi'],
  ['server/http/api/api.ts', '../../operator/operator.ts', 'imports of server/http'],
  ['server/operator/jobs.ts', '../staff/ledger/bookings.ts', 'entry of server/staff/ledger'],
  ['server/shop/documents/pdf/page.ts', '../issue.ts', 'a subfolder imports no file of the folder above'],
  ['server/runtime/one.ts', './two.ts', 'no circle of files'],
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
const root = process.cwd();
let found: readonly { from: string; rule: { name: string } }[] = [];

beforeAll(() => {
  const put = (file: string, text: string) => {
    const fullPath = path.join(folder, file);
    mkdirSync(path.dirname(fullPath), { recursive: true });
    writeFileSync(fullPath, text, { flag: 'a' });
  };
  for (const [file, target] of REFUSED) {
    put(file, `export * from '${target}';\n`);
    const fullPath = path.join(path.dirname(file), target);
    if (target.startsWith('.') && !existsSync(path.join(folder, fullPath))) put(fullPath, 'export const x = 1;\n');
  }
  put('server/runtime/two.ts', "export * from './one.ts';\n");
  put('server/http/pages/one.ts', "export * from '../forms/one.ts';\n");
  put('server/http/forms/one.ts', 'export const x = 1;\n');
  put('server/http/forms/two.ts', "export * from '../pages/two.ts';\n");
  put('server/http/pages/two.ts', 'export const x = 1;\n');
  cpSync('.dependency-cruiser.mjs', path.join(folder, '.dependency-cruiser.mjs'));
  writeFileSync(path.join(folder, 'package.json'), '{ "dependencies": { "joi": "*", "express": "*" } }');
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'server', 'client', 'shared'];
  const answer = execFileSync(path.join(root, 'node_modules/.bin/depcruise'), args, { cwd: folder, encoding: 'utf8' });
  found = (JSON.parse(answer) as { summary: { violations: typeof found } }).summary.violations;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The rules of imports', () => {
  it.each(REFUSED)('%s may not import %s', (file, _target, rule) => {
    const names = found.filter(({ from }) => from === file).map(({ rule: { name } }) => name);
    expect(names.some(name => name.startsWith(rule))).toBe(true);
  });

  it('find a circle of folders', () => {
    expect(found.map(({ rule: { name } }) => name)).toContain('no circle of folders');
  });
});

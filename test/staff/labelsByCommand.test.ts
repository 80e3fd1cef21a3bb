import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CompiledQuery } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { createStore } from '../../server/store/store.ts';
import { CLIENT, evseOf, type Shop, shopWith } from '../support/manyPoints.ts';

const POINTS = 450;
/** Number of points that the command reads at a time. */
const BATCH_SIZE = 200;

let shop: Shop;
let store: Store;
let folder: string;
let queries: CompiledQuery[];
let breaksOff = false;
let runWords: typeof import('../support/commandLines.ts').runWords;
const before = process.env.PUBLIC_ORIGIN;
beforeAll(async () => {
  process.env.PUBLIC_ORIGIN = 'https://laden.example';
  ({ runWords } = await import('../support/commandLines.ts'));
  shop = shopWith(POINTS);
  folder = mkdtempSync(path.join(tmpdir(), 'labels-'));
  queries = [];
  store = createStore(openSqlite(':memory:', { log: ({ query }) => note(query) }));
  await store.migrate();
  const data = await readOperatorData(shop.folder);
  await store.inTransaction(trx => replaceCatalogue(trx, data, new Date()));
});
afterAll(async () => {
  if (before === undefined) delete process.env.PUBLIC_ORIGIN;
  else process.env.PUBLIC_ORIGIN = before;
  await store.close();
  shop.close();
  rmSync(folder, { recursive: true });
});

function note(query: CompiledQuery): void {
  queries.push(query);
  const lists = queries.filter(({ sql }) => sql.includes('from "points"'));
  if (breaksOff && lists.length > 1) throw new Error('The database is away');
}

const out = () => path.join(folder, 'labels.pdf');
const qr = (...args: string[]) => runWords({ store, now: new Date() }, ['qr', ...args, '--out', out()]);
async function pages(): Promise<readonly string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(readFileSync(out()))), { mergePages: false })).text;
}

it('Labels of all points are drawn, although only some of the points are read at a time', async () => {
  const { c } = await store.db
    .selectFrom('plugs_sold')
    .select(eb => eb.fn.countAll<number>().as('c'))
    .executeTakeFirstOrThrow();
  queries.length = 0;
  expect(await qr()).toEqual({ lines: [`${out()} has ${c} labels.`], isWell: true });
  const drawn = await pages();
  expect(drawn).toHaveLength(c);
  for (const n of [0, POINTS - 1]) expect(drawn.filter(page => page.includes(evseOf(n)))).not.toEqual([]);
  const lists = queries.filter(({ sql }) => sql.includes('from "points"'));
  expect(lists.map(({ sql }) => sql)).toEqual(lists.map(() => expect.stringMatching(/ limit \?$/)));
  expect(Math.max(...lists.map(({ parameters }) => Number(parameters.at(-1))))).toBe(BATCH_SIZE);
}, 240_000);

it('Labels of some points are those alone, and of a brand no others', async () => {
  expect((await qr(evseOf(7), evseOf(3).toLowerCase())).lines).toEqual([`${out()} has 2 labels.`]);
  expect((await pages()).map(page => page.includes(evseOf(3)))).toEqual([true, false]);
  const brand = await qr(evseOf(7), '--brand', 'farnwald');
  expect(brand).toEqual({ lines: [`No charging point has the ID ${evseOf(7)}.`], isWell: false });
  expect((await qr('DE*NO*BODY', '--brand', CLIENT)).lines).toEqual(['No charging point has the ID DE*NO*BODY.']);
});

it('A file that is there stays as it was where the labels cannot all be drawn', async () => {
  writeFileSync(out(), 'of last year');
  queries.length = 0;
  breaksOff = true;
  await expect(qr()).rejects.toThrow('The database is away');
  breaksOff = false;
  expect(readFileSync(out(), 'utf8')).toBe('of last year');
  expect(existsSync(`${out()}.part`)).toBe(false);
});

it('Where nothing is sold no file is begun', async () => {
  rmSync(out(), { force: true });
  expect(await qr('--brand', 'nobody')).toEqual({
    lines: ['No charging point is offered there, so no label was created.'],
    isWell: false,
  });
  expect(existsSync(out())).toBe(false);
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actNames } from '../../client/console/core/actNames.ts';
import { USUAL_BOOKS } from '../../server/core/records/ledgerSettings.ts';
import { auditCsv } from '../../server/staff/console/auditCsv.ts';
import { listSessions } from '../../server/staff/console/sessionLists.ts';
import { sessionsCsv } from '../../server/staff/console/sessionsCsv.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { writeAct } from '../../server/store/staff/acts.ts';
import { createStore } from '../../server/store/store.ts';
import { SESSION_FILTERS } from '../../shared/console/sessions.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, orderAt, POINTS } from '../support/orders.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { fill } from '../support/statements.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const act = { at: NOW, does: 'note', sessionNumber: null, form: null, isDone: true, amountMinor: null, currency: null } as const;

const piecesOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string[]> => {
  const pieces: string[] = [];
  for await (const piece of bytes) pieces.push(Buffer.from(piece).toString());
  return pieces;
};
const rowsIn = (pieces: readonly string[]): string[] => pieces.join('').trim().split('\r\n').slice(1);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

describe.each(['SQLite', 'PostgreSQL'])('A list that is taken along, on %s', engine => {
  let store: Store;
  beforeAll(async () => {
    store = createStore(engine === 'PostgreSQL' ? openPostgres(await server.createDatabase()) : openSqlite(':memory:'));
    await store.migrate();
    await fill(store, 1200);
    // Many rows get the same time, so that a page of the list ends among them.
    await store.db.updateTable('payments').set({ created_at: 5, refunded_minor: 1 }).where('captured_minor', '<', 500).execute();
    for (let n = 0; n < 1100; n++)
      await writeAct(store.db, { ...act, who: `Person ${n % 7}`, reason: `No. ${n}`, facts: {}, requestId: 'request' });
  }, 120_000);
  afterAll(() => store.close());

  const exportCsv = (request: Partial<Parameters<typeof sessionsCsv>[1]> = {}, books = USUAL_BOOKS) =>
    piecesOf(sessionsCsv({ db: store.db, now: NOW, books }, { decimal: ',', ...request }));

  it('has every session once, the newest first, a few hundred at a time', async () => {
    const pieces = await exportCsv();
    expect(Math.max(...pieces.map(piece => piece.split('\r\n').length))).toBeLessThan(510);
    expect(rowsIn(pieces).map(row => row.split(';')[0])).toEqual(Array.from({ length: 1200 }, (_, n) => String(100_001_199 - n)));
  });

  it('has every session of which money was given back, also those that were paid at the same instant', async () => {
    const rows = rowsIn(await exportCsv({ is: 'refunded' }));
    const { count } = await store.db
      .selectFrom('payments')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('refunded_minor', '>', 0)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThan(500);
    expect(new Set(rows).size).toBe(Number(count));
    expect(rows.length).toBe(Number(count));
    expect(rows.every(row => row.endsWith(';0,01'))).toBe(true);
  });

  it('shows those on pages as well', async () => {
    const context = { store, clock: { now: () => NOW } } as Parameters<typeof listSessions>[0];
    const first = await listSessions(context, { is: 'refunded' });
    expect(first.lines).toHaveLength(25);
    const second = await listSessions(context, { is: 'refunded', before: first.before ?? 0 });
    const numbers = [...first.lines, ...second.lines].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(50);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  it('goes by the filters of the page', async () => {
    const day = rowsIn(await exportCsv({ when: '2026-01-03' }));
    expect(day).toHaveLength(144);
    expect(rowsIn(await exportCsv({ find: 'DE*OLD*E7' }))).toHaveLength(30);
    expect(rowsIn(await exportCsv({ find: '100000007' }))).toHaveLength(1);
    for (const is of SESSION_FILTERS.filter(name => name !== 'refunded')) expect(rowsIn(await exportCsv({ is }))).toEqual([]);
  });

  it('takes the start and end of a day or hour from the time zone of the ledger', async () => {
    const orderedAt = (rows: readonly string[]) => rows.map(row => row.split(';')[1] ?? '');
    const books = { ...USUAL_BOOKS, timeZone: 'Pacific/Auckland' };
    // Auckland is 13 hours ahead of UTC in January.
    const expected = orderedAt(rowsIn(await exportCsv())).filter(
      at => at >= '2026-01-02T11:00:00.000Z' && at < '2026-01-03T11:00:00.000Z',
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(orderedAt(rowsIn(await exportCsv({ when: '2026-01-03' }, books)))).toEqual(expected);
    const hour = expected.filter(at => at >= '2026-01-03T01:00:00.000Z' && at < '2026-01-03T02:00:00.000Z');
    expect(hour.length).toBeGreaterThan(1);
    expect(orderedAt(rowsIn(await exportCsv({ when: '3.1.2026 14' }, books)))).toEqual(hour);
    expect(rowsIn(await exportCsv({ when: 'yesterday' }, books))).toEqual([]);
  });

  it('writes numbers as the country of the spreadsheet does', async () => {
    const [head, first] = (await exportCsv({ find: '100000007', decimal: '.' })).join('').split('\r\n');
    expect(head).toBe('\ufefftransaction,ordered_at,point,state,card,energy_kwh,currency,price,held,captured,refunded');
    expect(first).toMatch(
      /^100000007,2026-01-01T01:10:00.000Z,DE\*OLD\*E7,partly-refunded,\d*,\d+\.\d{3},EUR,1\.07,80\.00,1\.07,0\.01$/,
    );
  });

  it('has every line of the audit once', async () => {
    const pieces = await piecesOf(auditCsv(store.db, { decimal: ',', names: actNames('de') }));
    expect(pieces.length).toBeGreaterThan(2);
    expect(rowsIn(pieces).map(row => row.split(';').at(-1))).toEqual(Array.from({ length: 1100 }, (_, n) => `No. ${1099 - n}`));
    expect(rowsIn(await piecesOf(auditCsv(store.db, { decimal: ',', names: actNames('de'), who: 'Person 3' })))).toHaveLength(
      157,
    );
  });

  it('keeps what people have typed in its cell, and never as a formula', async () => {
    const typed = ['=1+1', '+49 30', '-x', '@SUM(A1)', '\t=1', ' =1', 'a;b', 'say "yes"', 'two\r\nlines', 'plain'];
    for (const reason of typed) await writeAct(store.db, { ...act, who: '=Ada', reason, facts: { about: '=B' }, requestId: 'r' });
    const text = (await piecesOf(auditCsv(store.db, { decimal: ',', names: actNames('de'), who: '=Ada' }))).join('');
    const cells = text
      .split(/\r\n(?=\d)/)
      .slice(1)
      .map(row => row.trimEnd());
    expect(cells.map(row => row.split(";'=B;")[1])).toEqual(
      ["'=1+1", "'+49 30", "'-x", "'@SUM(A1)", "'=1", "'=1", '"a;b"', '"say ""yes"""', 'two lines', 'plain'].reverse(),
    );
    expect(cells.every(row => row.split(';')[2] === "'=Ada")).toBe(true);
  });
});

describe('Lists of a running shop', () => {
  /** A time zone whose minutes differ from those of UTC and of Germany. */
  const ZONE = 'Asia/Kathmandu';
  let running: RunningApp;
  let petra: ConsoleVisitor;
  let folder: string;
  beforeAll(async () => {
    running = await startApp({ speed: 600, env: { BOOKS_TIME_ZONE: ZONE } });
    await finishedAt(running, POINTS.plugsIn);
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    folder = mkdtempSync(path.join(tmpdir(), 'lists-'));
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await running.close();
  });

  const command = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: running.config.dataDir };
    return (await promisify(execFile)(process.execPath, ['scripts/operator/operator.ts', ...args], { env })).stdout;
  };
  const linksTo = (html: string, file: string): readonly string[] =>
    [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href).filter(href => href.includes(file));
  const exported = async () => (await petra.page('/operator/audit?is=money')).match(/>Exportieren<\/span>/g)?.length ?? 0;

  it('are files that their pages lead to, with the same filters, and the audit knows who took them', async () => {
    expect(linksTo(await petra.page('/operator/sessions'), 'sessions.csv')).toEqual(['/operator/sessions.csv']);
    const csv = await petra.get('/operator/sessions.csv');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="?sessions-\d{4}-\d\d-\d\d\.csv"?$/);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toMatch(/\r\n\d{9};[^;]*;DE\*BLF\*E1001\*1;billed;4242;\d+,\d{3};EUR;/);
    expect((await (await petra.get('/operator/sessions.csv?is=never')).text()).trim().split('\r\n')).toHaveLength(1);

    expect(linksTo(await petra.page('/operator/audit?is=signing-in'), 'audit.csv')).toEqual([
      '/operator/audit.csv?is=signing-in',
    ]);
    const audit = await (await petra.get('/operator/audit.csv?decimal=point')).text();
    expect(audit).toMatch(
      /^id,at,who,what,what_in_words,done,amount,currency,transaction,about,why\r\n\d+,[^,]*,Demo,export,Exportieren,yes,,,,audit,/,
    );
    expect(audit).toContain(',Demo,export,Exportieren,yes,,,,sessions,');
    expect(audit).toMatch(/,Demo,sign-in,Anmelden,yes,/);
    expect(await exported()).toBe(3);
  });

  it('are not given to whoever is not signed in', async () => {
    for (const list of ['sessions', 'audit']) {
      const answer = await new ConsoleVisitor(running.origin).get(`/operator/${list}.csv`);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/operator/sign-in']);
    }
  });

  it('are the same by command, which asks who takes them', async () => {
    const before = await exported();
    const out = path.join(folder, 'list.csv');
    for (const words of [['list'], ['audit'], ['books', '2026-11']])
      await expect(command(...words, '--export', 'csv', '--out', out)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Missing --who'),
      });
    expect(await exported()).toBe(before);
    const who = ['--who', 'Petra Lindqvist'];
    expect(await command('list', '--export', 'csv', '--out', out, ...who)).toBe(`Exported to ${out}.\n`);
    expect(readFileSync(out, 'utf8')).toBe(`\ufeff${await (await petra.get('/operator/sessions.csv')).text()}`);
    await command('list', '--export=csv', '--is', 'never', '--out', out, ...who);
    expect(readFileSync(out, 'utf8').trim().split('\r\n')).toHaveLength(1);
    await expect(command('list', '--export', 'csv', '--is', 'odd', ...who)).rejects.toMatchObject({ code: 1 });
    await expect(command('list', '--export', 'csv', '--day', '2026-02-30', ...who)).rejects.toMatchObject({ code: 1 });
    await expect(command('list', '--is', 'never')).rejects.toMatchObject({ code: 2 });

    await command('audit', '--export', 'csv', '--of', 'Petra Lindqvist', '--out', out, ...who);
    expect(readFileSync(out, 'utf8').match(/;Petra Lindqvist;export;Export;yes;/g)).toHaveLength(3);
    await command('books', '2026-11', '--export', 'csv', '--out', out, ...who);
    expect(await petra.check('/operator/audit', { is: 'money', who: 'Petra Lindqvist' })).toMatch(
      />Exportieren<\/span>[\s\S]*2026-11/,
    );
    expect(await exported()).toBe(before + 5);
  }, 120_000);

  it('say of an order that nobody has paid for that nothing is held', async () => {
    await orderAt(running, POINTS.neverPlugsIn);
    const html = await petra.page('/operator/sessions');
    const rows = html.split('<li>');
    expect(html).toContain(`Zeitzone: ${ZONE}.`);
    const [ordered] = rows.filter(row => row.includes('Kardinal-Frings-Straße 1-3') && row.includes('<span>bestellt</span>'));
    expect(ordered).toContain('<small>ohne Karte</small>');
    expect(ordered).not.toContain('reserviert');
    const database = new DatabaseSync(path.join(running.config.dataDir, 'house.sqlite'), { readOnly: true });
    const { created_at: createdAt } = database.prepare('select created_at from sessions order by created_at desc').get() ?? {};
    database.close();
    const time = { hour: '2-digit', minute: '2-digit', timeZone: ZONE } as const;
    expect(ordered).toContain(new Intl.DateTimeFormat('de', time).format(new Date(Number(createdAt))));
    const [, page = ''] = /href="(\/operator\/sessions\/\d{9})"/.exec(ordered ?? '') ?? [];
    expect(await petra.page(page)).toContain('Nicht bezahlt, nichts reserviert');
  });
});

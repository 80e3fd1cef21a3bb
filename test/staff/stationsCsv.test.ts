import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ocppRows } from '../../server/compose/sources.ts';
import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { exportStations } from '../../server/staff/stations/stationsCsv.ts';
import type { StationRecord } from '../../server/stations/ocpp/chargePoints/registry.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { EXPORT_COLUMNS, type ListedStation, readStationList } from '../../shared/console/stationList.ts';

const now = new Date('2026-11-28T10:00:00Z');
let statements = 0;
const store = createStore(openSqlite(':memory:', { log: () => void statements++ }));
const asker = { who: { name: 'Petra', may: 'act', by: 'command' }, requestId: 'r' } as const;
const MANY = 1201;
const HASH = 'f'.repeat(64);

const station = (id: string, more: Partial<StationRecord> = {}): StationRecord => ({
  ...{ id, addedAt: now.toISOString(), password: { salt: 'salt-of-it', hash: HASH }, protocol: null },
  ...{ boot: null, meterIntervalS: null, unset: [], faulty: {} },
  ...more,
});

/** Stations whose names and makers a spreadsheet could take for formulas, or a list for separators. */
const HOSTILE: readonly StationRecord[] = [
  station('=1+1', { protocol: 'ocpp1.6' }),
  station('@HOTEL', { protocol: 'ocpp2.1' }),
  station('A;B,C "D"', { protocol: 'ocpp2.0.1' }),
  station("'HOTEL"),
  station('ROW-MADE', {
    lastMessageAt: now.toISOString(),
    limit: { limitW: 7400, setAt: now.toISOString(), state: 'sent' },
    boot: {
      ...{ at: now.toISOString(), protocol: 'ocpp2.0.1', vendor: '=HYPERLINK("https://evil.example")', model: 'M;2\r\nHOTEL-9' },
      firmware: '+1\u0000\u001b[31m',
    },
  }),
];

beforeAll(async () => {
  await store.migrate();
  const rows = ocppRows(store);
  await rows.inTransaction(async each => {
    for (const record of [...HOSTILE, ...Array.from({ length: MANY - HOSTILE.length }, (_, index) => station(`CP-${index}`))])
      await each.put(`station:${encodeURIComponent(record.id)}`, record);
  });
});
afterAll(() => store.close());

async function exported(decimal: ',' | '.'): Promise<string> {
  const admin = createStationAdmin(
    { stations: ['ocpp'], publicOrigin: null, port: 3000 },
    { store, clock: { now: () => now }, ocpi: null },
  );
  const file = await exportStations({ store, stationAdmin: admin, now }, asker, { decimal });
  const parts: Uint8Array[] = [];
  for await (const part of file?.bytes ?? []) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('The list of OCPP stations as CSV', () => {
  it('has each station once, in parts, and no password', async () => {
    statements = 0;
    const text = await exported(',');
    const lines = text.split('\r\n').filter(Boolean);
    expect(lines).toHaveLength(1 + MANY);
    expect(lines[0]).toBe(`\ufeff${EXPORT_COLUMNS.join(';')}`);
    for (const secret of [HASH, 'salt-of-it']) expect(text).not.toContain(secret);
    // The stations of one part are read together.
    expect(statements).toBeLessThan(40);
  });

  it('has no formulas and no control characters, whatever a station has sent', async () => {
    const text = await exported(',');
    const [line = ''] = text.split('\r\n').filter(each => each.startsWith('ROW-MADE'));
    expect(line).toBe(
      `ROW-MADE;;ocpp2.0.1;;1;no;${now.toISOString()};"'=HYPERLINK(""https://evil.example"")";"M;2 HOTEL-9";'+1 [31m;7,400;sent`,
    );
    expect(/\p{Cc}/u.test(text.replaceAll('\r\n', ''))).toBe(false);
  });

  it.each([',', '.'] as const)('is read by the bulk add, with the decimal mark %s', async decimal => {
    const text = await exported(decimal);
    const read = readStationList(text);
    expect(read).toHaveLength(MANY);
    for (const { id, protocol } of HOSTILE) expect(read).toContainEqual({ identity: id, protocol });
    // A spreadsheet writes tabs when rows are copied.
    const copied = `${EXPORT_COLUMNS.join('\t')}\nHOTEL-1\tDE*ABC*E1|DE*ABC*E2\tocpp2.1\tocpp1.6\t1\nHOTEL-2\t\t\t\t\n\n`;
    const expected: ListedStation[] = [
      { identity: 'HOTEL-1', protocol: 'ocpp1.6' },
      { identity: 'HOTEL-2', protocol: null },
    ];
    expect(readStationList(copied)).toEqual(expected);
  });

  it('is recorded in the audit log, and does not exist without OCPP', async () => {
    const acts = await store.db.selectFrom('operator_acts').selectAll().execute();
    expect(JSON.stringify(acts[0])).toMatch(/Petra.*stations/);
    expect(await exportStations({ store, now }, asker, { decimal: ',' })).toBeNull();
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import type { CdrUpdate, StationSession } from '../../../core/ports/stationPort.ts';
import { NOTHING_AGREED } from '../connections/connections.ts';
import { CDR } from '../messages/cdr.ts';
import { readMessage } from '../messages/message.ts';
import { createPeerRecords } from './peerRecords.ts';
import { someStart } from './start.fixture.ts';
import { createStarts, type Starts } from './starts.ts';

const folder = join(import.meta.dirname, '../../../../test/data/ocpi-examples/2.2.1');
const EXAMPLE = JSON.parse(readFileSync(join(folder, 'cdr_example.json'), 'utf8')) as Record<string, unknown>;

let starts: Starts;
let reports: StationSession[];
let updates: { kind: CdrUpdate; reference: string }[];
beforeEach(() => {
  const store = rowsInMemory();
  [reports, updates] = [[], []];
  const listener = {
    report: async (_: string, station: StationSession) => void reports.push(station),
    reportCdr: async (_: string, reported: { kind: CdrUpdate; reference: string }) => void updates.push(reported),
    reportPlug: async () => undefined,
    reportAnomaly: async () => undefined,
  };
  starts = createStarts({
    store: { ...store, withLease: createExclusiveRunner(), inTransaction: work => work(store, {} as never) },
    records: createPeerRecords({ store, now: () => new Date('2026-11-20T20:00:00Z') }),
    listener: () => listener,
    agreedWith: async () => NOTHING_AGREED,
    now: () => new Date('2026-11-20T20:00:00Z'),
    party: { country_code: 'DE', party_id: 'ABC' },
    noteGap: () => undefined,
    poll: async () => undefined,
    stopOther: async () => undefined,
  });
});

const begin = (authorizationReference: string): Promise<unknown> => starts.begin(someStart(authorizationReference));

const sendCdr = (parts: Record<string, unknown>) => {
  const raw = { ...EXAMPLE, authorization_reference: 'A1', ...parts };
  const reading = readMessage({ schema: CDR, message: raw, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return starts.addCdr({ connectionId: 'c1', raw, reading });
};
const credit = (of: string, parts: Record<string, unknown> = {}) => {
  const { excl_vat = 0, incl_vat = 0 } = EXAMPLE.total_cost as { excl_vat: number; incl_vat: number };
  const total_cost = { excl_vat: -excl_vat, incl_vat: -incl_vat };
  return sendCdr({ id: `CREDIT-${of}`, credit: true, credit_reference_id: of, total_cost, ...parts });
};
const billed = () => reports.map(({ cdr }) => cdr?.reference);

describe('CDRs', () => {
  it('that are pushed and pulled at once are taken once, and of two for one start the other is for a person', async () => {
    await begin('A1');
    const both = await Promise.all([sendCdr({ id: '1' }), sendCdr({ id: '1' })]);
    expect(both.map(({ kind }) => kind)).toEqual(['created', 'repeated']);
    expect([billed(), updates]).toEqual([['1'], []]);
    await begin('A2');
    const [first] = await Promise.all(['2', '3'].map(id => sendCdr({ id, authorization_reference: 'A2' })));
    expect(billed()).toEqual(['1', '2']);
    expect(updates).toMatchObject([{ kind: 'another' }]);
    expect(await starts.load('A2')).toMatchObject({ cdr: first?.reference });
  });

  it('of two parties behind one connection may have one id', async () => {
    await begin('A1');
    await begin('A2');
    const first = await sendCdr({ id: '1', party_id: 'BEC' });
    const second = await sendCdr({ id: '1', party_id: 'OTH', authorization_reference: 'A2' });
    expect([first.kind, second.kind]).toEqual(['created', 'created']);
    expect(first.reference).not.toBe(second.reference);
    expect(billed()).toEqual(['1', '1']);
    expect(updates).toEqual([]);
  });

  it('that replace another are billed, whether they come before or after its credit', async () => {
    for (const [at, order] of [
      ['CDR-1', 'credit', 'CDR-2'],
      ['CDR-1', 'CDR-2', 'credit'],
      ['credit', 'CDR-1', 'CDR-2'],
      ['credit', 'CDR-2', 'CDR-1'],
    ].entries()) {
      const reference = `START${at}`;
      const own = { authorization_reference: reference, party_id: `P0${at}` };
      await begin(reference);
      reports.length = 0;
      for (const id of order) await (id === 'credit' ? credit('CDR-1', own) : sendCdr({ id, ...own }));
      expect([order, billed().at(-1)]).toEqual([order, 'CDR-2']);
      expect((await starts.snapshot((await starts.load(reference))!, null)).cdr?.reference).toBe('CDR-2');
    }
  });

  it('told again and again say nothing new', async () => {
    await begin('A1');
    for (let n = 0; n < 3; n++) for (const id of ['CDR-1', 'CDR-2']) await sendCdr({ id });
    expect(billed()).toEqual(['CDR-1']);
    expect(updates).toHaveLength(1);
  });
});

describe('A CDR that is told again', () => {
  const cost = EXAMPLE.total_cost as { excl_vat: number; incl_vat: number };
  it.each<[what: string, parts: Record<string, unknown>]>([
    ['null for what was left out', { remark: null, credit: null, total_parking_cost: EXAMPLE.total_parking_cost ?? null }],
    ['an empty text for what was left out', { invoice_reference_id: '' }],
    ['another time of writing', { last_updated: '2026-11-21T00:00:00' }],
    ['times of the same instants', { start_date_time: String(EXAMPLE.start_date_time).replace('Z', '+00:00') }],
    [
      'the prices of the other version',
      {
        total_cost: {
          before_taxes: cost.excl_vat,
          taxes: [{ name: 'VAT', amount: Math.round((cost.incl_vat - cost.excl_vat) * 10_000) / 10_000 }],
        },
      },
    ],
    ['a field that nobody knows', { x_vendor: 1 }],
  ])('with %s is the same', async (_, parts) => {
    await begin('A1');
    await sendCdr({ id: 'CDR-1' });
    expect(await sendCdr({ id: 'CDR-1', ...parts })).toMatchObject({ kind: 'repeated' });
    const turned = Object.fromEntries(Object.entries({ ...EXAMPLE, id: 'CDR-1', ...parts }).reverse());
    expect(await sendCdr(turned)).toMatchObject({ kind: 'repeated' });
    expect(updates).toEqual([]);
  });

  it.each([{ total_energy: 15.4321 }, { total_cost: { ...cost, incl_vat: cost.incl_vat + 1 } }, { currency: 'CHF' }])(
    'with %j is another one',
    async parts => {
      await begin('A1');
      await sendCdr({ id: 'CDR-1' });
      expect(await sendCdr({ id: 'CDR-1', ...parts })).toMatchObject({ kind: 'different' });
      expect(updates.map(({ kind }) => kind)).toEqual(['another']);
    },
  );
});

describe('A credit that comes before its CDR', () => {
  it('is told to a person when the CDR comes, which is never billed', async () => {
    await begin('A1');
    await credit('CDR-1');
    expect(updates).toEqual([]);
    await sendCdr({ id: 'CDR-1' });
    expect(billed()).toEqual([]);
    expect(updates.map(({ kind }) => kind)).toEqual(['reversed']);
    for (const reported of [() => credit('CDR-1'), () => sendCdr({ id: 'CDR-1' })]) await reported();
    expect(updates).toHaveLength(1);
  });

  it('and takes only a part of it back is unclear: the CDR is billed', async () => {
    await begin('A1');
    await credit('CDR-1', { total_cost: { excl_vat: -1 } });
    await sendCdr({ id: 'CDR-1' });
    expect(billed()).toEqual(['CDR-1']);
    expect(updates.map(({ kind }) => kind)).toEqual(['unclear']);
  });

  it.each(['before', 'after'])('in another currency that comes %s its CDR is unclear: the CDR is billed', async time => {
    await begin('A1');
    const inFrancs = () => credit('CDR-1', { currency: 'CHF' });
    if (time === 'before') await inFrancs();
    await sendCdr({ id: 'CDR-1' });
    if (time === 'after') await inFrancs();
    expect(billed()).toEqual(['CDR-1']);
    expect(updates.map(({ kind }) => kind)).toEqual(['unclear']);
  });

  it('says nothing about another CDR that is billed', async () => {
    await begin('A1');
    await credit('CDR-1');
    await sendCdr({ id: 'CDR-2' });
    await sendCdr({ id: 'CDR-1' });
    expect(billed()).toEqual(['CDR-2']);
    expect(updates).toEqual([]);
  });
});

describe('A credit that cannot be read', () => {
  it('is told to a person, once', async () => {
    await begin('A1');
    await sendCdr({ id: 'CDR-1' });
    const raw = {
      ...EXAMPLE,
      authorization_reference: 'A1',
      id: 'C',
      credit: true,
      credit_reference_id: 'CDR-1',
      total_energy: -5,
    };
    const reading = readMessage({ schema: CDR, message: raw, version: '2.2.1' });
    if (reading.isValid) throw new Error('valid');
    for (let n = 0; n < 3; n++) await starts.addCdr({ connectionId: 'c1', raw, reading });
    expect(updates.map(({ kind }) => kind)).toEqual(['unclear']);
  });
});

describe('A CDR without length', () => {
  it('keeps its energy, so that nobody charges for nothing unseen', async () => {
    await begin('A1');
    const start = '2026-11-20T10:00:00Z';
    await sendCdr({ id: 'Z', start_date_time: start, end_date_time: start, total_energy: 5 });
    expect(reports.at(-1)?.readings.at(-1)?.energyWh).toBe(5000);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { BookEntryRecord, BookMoveRecord } from '../../store/tables/ledgerTables.ts';
import { readAccounts } from './accounts.ts';
import { type Booking, entryBookings, isSplit, moveBooking } from './bookings.ts';

const FACTS = { accounts: readAccounts(''), timeZone: 'Europe/Berlin' };

const move = (more: Partial<BookMoveRecord> = {}): BookMoveRecord => ({
  ...{ id: 'po_1:fee', at: new Date('2026-11-01T00:00:00Z'), isDay: true, ref: 'po_1', supplier: 'a', currency: 'EUR' },
  ...{ kind: 'fee', minor: -38, number: null },
  ...more,
});

const entry = (more: Partial<BookEntryRecord> = {}): BookEntryRecord => ({
  ...{ documentId: 'd', n: 0, at: new Date('2026-12-01T10:00:00Z'), series: 'R-A', count: 1, number: 'R-A-2026-000001' },
  ...{ kind: 'invoice', sessionNumber: 7, currency: 'CHF', country: 'ch', vatMilli: 8100, netMinor: 1000, vatMinor: 81 },
  ...{ grossMinor: 1081, isRefund: false, isInvoicedByOther: false, supplier: 'a', home: 'de', shortfallMinor: 0 },
  servedAt: new Date('2026-11-30T20:00:00Z'),
  ...more,
});

const short = (booking: Booking): string[] => [
  booking.Konto ?? '',
  booking['Gegenkonto (ohne BU-Schlüssel)'] ?? '',
  booking['Umsatz (ohne Soll/Haben-Kz)'] ?? '',
  booking['Soll/Haben-Kennzeichen'] ?? '',
];

describe('The day of a booking', () => {
  it.each(['America/New_York', 'Europe/Berlin', 'Pacific/Auckland'])(
    'is that of the provider where the provider names a day, in %s too',
    timeZone => expect(moveBooking(move(), { ...FACTS, timeZone }).Belegdatum).toBe('0111'),
  );

  it.each([
    ['America/New_York', '3110'],
    ['Europe/Berlin', '0111'],
  ])('of an instant goes by the calendar of the books, in %s', (timeZone, day) => {
    const at = new Date('2026-11-01T02:00:00Z');
    expect(moveBooking(move({ at, isDay: false }), { ...FACTS, timeZone }).Belegdatum).toBe(day);
  });

  it('of a document comes with the day of supply, where that is in the month before as well', () => {
    expect(entryBookings(entry(), FACTS)[0]).toMatchObject({
      Belegdatum: '0112',
      Leistungsdatum: '30112026',
      'Datum Zuord. Steuerperiode': '30112026',
    });
  });
});

describe('A sale outside the European Union', () => {
  it('is booked net, and its tax as owed there', () => {
    expect(isSplit(entry())).toBe(true);
    expect(entryBookings(entry(), FACTS).map(short)).toEqual([
      ['1410', '8338', '10,00', '"S"'],
      ['1410', '1700', '0,81', '"S"'],
    ]);
  });

  it('is booked whole where nothing is taxed, and where the supplier is at home there', () => {
    const untaxed = entry({ vatMilli: 0, netMinor: 1081, vatMinor: 0 });
    expect(entryBookings(untaxed, FACTS).map(short)).toEqual([['1410', '8338', '10,81', '"S"']]);
    const accounts = readAccounts('CH8.1=8401');
    const home = entry({ home: 'ch' });
    expect(entryBookings(home, { ...FACTS, accounts }).map(short)).toEqual([['1410', '8401', '10,81', '"S"']]);
  });
});

it('What a document says above what was captured leaves the claims', () => {
  const above = entry({ currency: 'EUR', country: 'de', vatMilli: 19_000, grossMinor: 22_065, shortfallMinor: 14_065 });
  expect(entryBookings(above, FACTS).map(short)).toEqual([
    ['1410', '8400', '220,65', '"S"'],
    ['1460', '1410', '140,65', '"S"'],
  ]);
});

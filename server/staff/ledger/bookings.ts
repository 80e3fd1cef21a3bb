import type { BookMoveKind } from '../../../shared/console/ledger.ts';
import { type Currency, decimalText } from '../../../shared/model/money.ts';
import { isoDay } from '../../../shared/model/time.ts';
import type { BookEntryRecord, BookMoveRecord } from '../../store/tables/ledgerTables.ts';
import { type AccountName, type BookAccounts, type Sale, salesAccount, taxedIn } from './accounts.ts';
import type { EXTF_COLUMNS } from './extfColumns.ts';
import { dayOf } from './period.ts';

/** One line of a DATEV booking batch. The keys are the column headings; empty cells are left out. */
export type Booking = Readonly<Partial<Record<(typeof EXTF_COLUMNS)[number], string>>>;

export interface BookingFacts {
  accounts: BookAccounts;
  timeZone: string;
}

/** Contra account and booking text for each kind of ledger move. The other account of the booking is always `transit`. */
const MOVES: Readonly<Record<BookMoveKind, readonly [account: AccountName, text: string]>> = {
  capture: ['claims', 'Einzug'],
  taken: ['unexplained', 'Einzug ohne Beleg'],
  refund: ['claims', 'Erstattung'],
  outside: ['claims', 'Erstattung beim Anbieter'],
  fee: ['fees', 'Gebühren Zahlungsanbieter'],
  dispute: ['disputes', 'Rückbelastungen'],
  reserve: ['reserve', 'Einbehalt Zahlungsanbieter'],
  other: ['other', 'Sonstiges Zahlungsanbieter'],
  unexplained: ['unexplained', 'Ungeklärtes Zahlungsanbieter'],
  exchange: ['exchange', 'Umrechnung Zahlungsanbieter'],
  payout: ['bank', 'Auszahlung Zahlungsanbieter'],
  returned: ['bank', 'Auszahlung zurück'],
};

/**
 * Converts a ledger move to a booking. A ledger move changes the money that the payment provider owes to the supplier. Nothing
 * else is booked on the account `transit`.
 */
export function moveBooking(move: BookMoveRecord, { accounts, timeZone }: BookingFacts): Booking {
  const { kind, minor, currency, at, isDay, ref, number } = move;
  const [name, text] = MOVES[kind];
  return {
    ...between(accounts.transit, accounts[name], { minor, currency }),
    Belegdatum: dateCell(isDay ? isoDay(at) : dayOf(at, timeZone)),
    'Belegfeld 1': quoted(number === null ? ref.slice(-36) : String(number)),
    Buchungstext: quoted(number === null ? text : `${text} ${number}`),
  };
}

const saleOf = ({ country, home, vatMilli }: Pick<BookEntryRecord, 'country' | 'home' | 'vatMilli'>): Sale => ({
  country,
  home: home ?? country,
  percent: vatMilli / 1000,
});

/** Returns the account setting that is missing for a ledger entry, for example 'DE7'. Null if the account is configured. */
export function missingAccount(
  accounts: BookAccounts,
  entry: Parameters<typeof saleOf>[0] & { isInvoicedByOther: boolean },
): string | null {
  if (entry.isInvoicedByOther) return null;
  const sale = saleOf(entry);
  return salesAccount(accounts, sale) === null ? `${sale.country.toUpperCase()}${sale.percent}` : null;
}

/**
 * Whether the VAT is booked separately. A sale outside the European Union is booked net, and its VAT as a liability in the
 * country of the sale.
 */
export const isSplit = (entry: Parameters<typeof saleOf>[0] & { isInvoicedByOther: boolean }): boolean =>
  !entry.isInvoicedByOther && entry.vatMilli !== 0 && taxedIn(saleOf(entry)) === 'OTHER';

/**
 * Converts the ledger entry of one document and VAT rate to bookings: the claim against the driver, and the part that was never
 * captured.
 */
export function entryBookings(entry: BookEntryRecord, { accounts, timeZone }: BookingFacts): Booking[] {
  const { grossMinor, netMinor, vatMinor, isInvoicedByOther, number, sessionNumber, currency, servedAt } = entry;
  const sale = saleOf(entry);
  const account = isInvoicedByOther ? accounts.passedOn : salesAccount(accounts, sale);
  if (account === null) throw new RangeError(`No account for ${sale.country}${sale.percent}`);
  const served = servedAt === null ? '' : longDate(dayOf(servedAt, timeZone));
  const about = {
    Belegdatum: dateCell(dayOf(entry.at, timeZone)),
    'Belegfeld 1': quoted(number.slice(0, 36)),
    Buchungstext: quoted(`Ladevorgang ${sessionNumber}`),
    // Fields 115 and 116 of the DATEV format. DATEV assigns the VAT to the period of field 116, and requires both fields if field
    // 115 is set.
    Leistungsdatum: served,
    'Datum Zuord. Steuerperiode': served,
  };
  const isAbroad = !isInvoicedByOther && account === accounts.sales.EU;
  const euCells = {
    'EU-Land u. UStID (Bestimmung)': quoted(sale.country.toUpperCase()),
    'EU-Steuersatz (Bestimmung)': decimalText(Math.round(sale.percent * 100), 2, ','),
  };
  const { claims, foreignVat, shortfall } = accounts;
  const parts: readonly (readonly [debit: string, credit: string, minor: number, more?: Booking])[] = [
    ...(isSplit(entry)
      ? ([
          [claims, account, netMinor],
          [claims, foreignVat, vatMinor],
        ] as const)
      : ([[claims, account, grossMinor, isAbroad ? euCells : {}]] as const)),
    [shortfall, claims, entry.shortfallMinor ?? 0, { Buchungstext: quoted(`Nicht eingezogen ${sessionNumber}`) }],
  ];
  return parts
    .filter(([, , minor]) => minor !== 0)
    .map(([debit, credit, minor, more]) => ({ ...between(debit, credit, { minor, currency }), ...about, ...more }));
}

export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The amount is always positive; the debit or credit mark (S or H) shows the direction. */
const between = (account: string, contra: string, { minor, currency }: { minor: number; currency: Currency }): Booking => ({
  'Umsatz (ohne Soll/Haben-Kz)': decimalText(Math.abs(minor), 2, ','),
  'Soll/Haben-Kennzeichen': quoted(minor < 0 ? 'H' : 'S'),
  'WKZ Umsatz': quoted(currency),
  Konto: account,
  'Gegenkonto (ohne BU-Schlüssel)': contra,
});

/** Formats a date as DDMM. The year follows from the header of the batch. */
const dateCell = (day: string): string => day.slice(8) + day.slice(5, 7);
/** Formats a date as DDMMYYYY. */
const longDate = (day: string): string => dateCell(day) + day.slice(0, 4);

import type { Currency } from '../../../shared/model/money.ts';
import type { PriceUnit } from '../../../shared/price/priceRow.ts';
import { type Findings, pathBelow } from './faults.ts';
import type { Located } from './jsonFiles.ts';
import type { OcpiTariff } from './tariffSchema.ts';

/**
 * Price per kWh in currency units above which the import warns: several times the highest usual price. A price of five times
 * this value (`IMPOSSIBLE`) was probably entered in cents.
 */
const DEAR: Readonly<Record<Currency, number>> = { EUR: 2, CHF: 2, GBP: 2, DKK: 15, HUF: 800 };
const IMPOSSIBLE = 5;
const CHARGED_KWH = 20;

/** Number of kWh, minutes or sessions with which the price of a unit is compared. A session is compared with 20 kWh. */
const COMPARED: Readonly<Record<PriceUnit, number>> = { kwh: 1, minute: 1, hour: 60, session: CHARGED_KWH };

/**
 * Judges a unit price in currency units: 'high' is a warning, 'impossible' an error. A minute may cost as much as a kWh, and a
 * session as much as 20 kWh.
 */
export function unitPriceVerdict(
  { price, unit }: { price: number; unit: PriceUnit },
  currency: Currency,
): 'high' | 'impossible' | null {
  const limit = DEAR[currency] * COMPARED[unit];
  if (price < limit) return null;
  return price >= limit * IMPOSSIBLE ? 'impossible' : 'high';
}

/** Detects prices in cents where euros are expected: an impossible price per kWh is an error, a very high one a warning. */
export function checkKwhPrices({ tariffs, findings }: { tariffs: readonly Located<OcpiTariff>[]; findings: Findings }): void {
  for (const { where, value } of tariffs) {
    for (const [at, { price_components }] of value.elements.entries()) {
      for (const [n, { type, price }] of price_components.entries()) {
        const verdict = type === 'ENERGY' ? unitPriceVerdict({ price, unit: 'kwh' }, value.currency) : null;
        if (verdict === null) continue;
        const path = pathBelow(where.path, ['elements', at, 'price_components', n, 'price']);
        const reason = `${price} ${value.currency} per kWh: ${CHARGED_KWH} kWh would cost ${(price * CHARGED_KWH).toFixed(2)} ${value.currency} (prices are in ${value.currency}, not in hundredths)`;
        findings[verdict === 'impossible' ? 'faults' : 'remarks'].push({ file: where.file, path, reason });
      }
    }
  }
}

import type { Currency } from '../../../shared/model/money.ts';
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

/** Detects prices in cents where euros are expected: an impossible price per kWh is an error, a very high one a warning. */
export function checkKwhPrices({ tariffs, findings }: { tariffs: readonly Located<OcpiTariff>[]; findings: Findings }): void {
  for (const { where, value } of tariffs) {
    for (const [at, { price_components }] of value.elements.entries()) {
      for (const [n, { type, price }] of price_components.entries()) {
        if (type !== 'ENERGY' || price < DEAR[value.currency]) continue;
        const path = pathBelow(where.path, ['elements', at, 'price_components', n, 'price']);
        const reason = `${price} ${value.currency} per kWh: ${CHARGED_KWH} kWh would cost ${(price * CHARGED_KWH).toFixed(2)} ${value.currency} (prices are in ${value.currency}, not in hundredths)`;
        const isRefused = price >= DEAR[value.currency] * IMPOSSIBLE;
        findings[isRefused ? 'faults' : 'remarks'].push({ file: where.file, path, reason });
      }
    }
  }
}

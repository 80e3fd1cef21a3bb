import { currencyOf } from '../../../shared/price/currencies.ts';
import type { Findings } from '../../core/formats/faults.ts';
import { CLIENTS_FILE } from '../../core/formats/folder.ts';
import type { Sale } from '../../core/formats/sales.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { documentKind } from '../documents/content/invoiceDocument.ts';
import { isBetween } from '../documents/content/nationalVat.ts';

interface Selling {
  clients: readonly ClientRecord[];
  sales: readonly Sale[];
  findings: Findings;
}

/**
 * Adds import warnings for invoices in a foreign currency that will lack the VAT in the national currency. Switzerland does not
 * require the VAT in francs.
 */
export function remarkOnCurrencies({ clients, sales, findings }: Selling): void {
  for (const [at, client] of clients.entries()) {
    const lacking = sales
      .filter(sale => sale.client === client)
      .flatMap(({ point: { country }, tariffs }) =>
        tariffs.map(({ record }) => ({ country, currency: record.tariff.currency, national: currencyOf(country) })),
      )
      .filter(({ country }) => country !== 'ch' && (client.vat[country] ?? 0) > 0 && documentKind(client, country) === 'invoice')
      .filter(({ currency, national }) => currency !== national)
      .filter(({ currency, national }) => !client.exchangeRates.some(rate => isBetween(rate, [currency, national])))
      .map(({ country, currency, national }) => {
        const where = country.toUpperCase();
        return `no rate of ${currency} and ${national}: invoices in ${currency} at points in ${where} will lack the VAT in ${national} (art. 230 of Directive 2006/112/EC)`;
      });
    const path = `$[${at}].exchangeRates`;
    findings.remarks.push(...[...new Set(lacking)].map(reason => ({ file: CLIENTS_FILE, path, reason })));
  }
}

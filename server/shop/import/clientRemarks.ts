import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import type { LegalKind } from '../../../shared/model/legal.ts';
import type { Findings } from '../../core/formats/faults.ts';
import { CLIENTS_FILE } from '../../core/formats/folder.ts';
import type { Sale } from '../../core/formats/sales.ts';
import type { SoldTariff } from '../../core/formats/soldTariff.ts';
import type { ClientRecord } from '../../core/records/records.ts';

const WITHOUT_TEXT = {
  terms: 'drivers must accept terms that nobody can read',
  privacy: 'drivers must confirm a privacy notice that nobody can read',
  imprint: 'the page that has to say who sells is empty',
} as const satisfies Partial<Record<LegalKind, string>>;

/**
 * Adds import warnings for data that a brand lacks for the charging points it offers: legal texts, VAT IDs, a certified clock, a
 * payment account of its own.
 */
export function remarkOnClients({
  clients,
  sales,
  findings,
}: {
  clients: readonly ClientRecord[];
  sales: readonly Sale[];
  findings: Findings;
}): void {
  const remark = (path: string, reason: string) => findings.remarks.push({ file: CLIENTS_FILE, path, reason });
  if (!clients.some(({ id }) => id === NEUTRAL_BRAND)) remark('$', `no entry '${NEUTRAL_BRAND}': the start page has no imprint`);
  for (const [at, client] of clients.entries()) {
    const own = sales.filter(sale => sale.client === client);
    for (const [kind, consequence] of Object.entries(WITHOUT_TEXT)) {
      if (client.legal[client.mainLanguage]?.[kind as LegalKind] === undefined)
        remark(`$[${at}].legal.${client.mainLanguage}.${kind}`, `missing in the main language: ${consequence}`);
    }
    for (const country of new Set(own.map(({ point }) => point.country))) {
      const code = country.toUpperCase();
      if ((client.vat[country] ?? 0) > 0 && client.supplier.vatIds[code] === undefined)
        remark(`$[${at}].supplier.vatIds`, `no ${code}: ${withoutVatId(client, code)}`);
    }
    const hasGermanTimeFee = own.some(({ point, tariffs }) => point.country === 'de' && tariffs.some(isByTime));
    if (hasGermanTimeFee && client.eichrecht && !client.certifiedClock) {
      remark(`$[${at}].certifiedClock`, 'time-based fees need a certified clock (MessEG § 33)');
    }
  }
  const sellers = new Set(
    sales
      .map(({ client }) => client)
      .filter(({ paymentAccount, merchantOfRecord }) => paymentAccount === null && !merchantOfRecord),
  );
  if (sellers.size > 1)
    remark(
      '$',
      `${[...sellers].map(({ id }) => id).join(', ')} share one payment account: give each its own, or set merchantOfRecord`,
    );
}

/**
 * Describes the consequence of a missing VAT ID. Documents contain the VAT ID for the country of delivery, otherwise the one for
 * the supplier's country.
 */
function withoutVatId({ supplier }: ClientRecord, code: string): string {
  const own = supplier.vatIds[supplier.country];
  if (own === undefined && supplier.taxNumber === null) return 'documents for points there have no VAT ID and no tax number';
  if (code === supplier.country) return 'documents have the tax number instead';
  return own === undefined ? 'documents for points there have no VAT ID' : `documents charge VAT of ${code} under ${own}`;
}

const isByTime = ({ record }: SoldTariff): boolean =>
  record.tariff.elements.some(({ components }) =>
    components.some(({ type, priceMicro }) => priceMicro > 0 && (type === 'TIME' || type === 'PARKING_TIME')),
  );

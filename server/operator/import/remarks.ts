import { HOUSE } from '../../../shared/neutralClient.ts';
import type { ClientRecord } from '../records.ts';
import { CLIENTS_FILE } from './clientRecords.ts';
import type { Findings } from './faults.ts';
import type { Located } from './jsonFiles.ts';
import { connectorPowerW, isDc } from './pointRecord.ts';
import type { Sale } from './sales.ts';
import type { SoldTariff } from './soldTariff.ts';
import { isForCharging } from './tariffRecord.ts';
import type { OcpiTariff, OcpiTariffElement } from './tariffSchema.ts';

/** AFIR art. 5(4): from 50 kW the price is per kWh, beside it at most an occupancy fee per minute. */
const AFIR_POWER_W = 50_000;

/** What a client lacks for the points it sells: holds, an imprint, a certified clock, an account of its own. */
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
  if (!clients.some(({ id }) => id === HOUSE)) remark('$', `no entry '${HOUSE}': the start page has no imprint`);
  for (const [at, client] of clients.entries()) {
    const own = sales.filter(sale => sale.client === client);
    const sold = own.flatMap(({ tariffs }) => tariffs);
    for (const currency of new Set(sold.map(({ record }) => record.tariff.currency))) {
      if ((client.holds[currency] ?? []).length === 0)
        remark(`$[${at}].holds.${currency}`, `no hold amounts, but ${client.id} sells in ${currency}`);
    }
    for (const kind of ['terms', 'privacy', 'imprint'] as const) {
      if (client.legal[client.mainLanguage]?.[kind] === undefined)
        remark(`$[${at}].legal.${client.mainLanguage}.${kind}`, 'missing in the main language');
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

/** What an operator should look at in the tariffs. */
export function remarkOnSales({
  sales,
  tariffs,
  findings,
}: {
  sales: readonly Sale[];
  tariffs: readonly Located<OcpiTariff>[];
  findings: Findings;
}): void {
  const sold = sales.flatMap(sale => sale.tariffs.map(tariff => ({ ...tariff, point: sale.point })));
  for (const source of tariffs) {
    const remark = (keys: string, reason: string) =>
      findings.remarks.push({ file: source.where.file, path: source.where.path + keys, reason });
    const uses = sold.filter(use => use.source === source);
    if (uses.length === 0) remark('', `tariff ${source.value.id} is not used by any point`);
    const fast = uses.find(
      ({ connector, point }) => point.country !== 'ch' && isDc(connector) && connectorPowerW(connector) >= AFIR_POWER_W,
    );
    const foreign = source.value.elements.findIndex(isBesidesAfir);
    if (fast !== undefined && foreign !== -1) {
      remark(
        `.elements[${foreign}]`,
        `from 50 kW only kWh and an occupancy fee per minute may be charged (AFIR art. 5(4)); ${fast.point.evseId} is sold by it`,
      );
    }
    if (!source.value.elements.every(isForCharging))
      remark('.elements', 'reservations are not sold here: their elements are left out');
    if (source.value.start_date_time !== undefined || source.value.end_date_time !== undefined) {
      remark('', 'its validity dates are not read: it applies as long as the file is here');
    }
  }
}

/** A start fee, or a time fee from the first minute. */
const isBesidesAfir = (element: OcpiTariffElement): boolean =>
  isForCharging(element) &&
  element.price_components.some(
    ({ type, price }) => price > 0 && (type === 'FLAT' || (type === 'TIME' && (element.restrictions?.min_duration ?? 0) === 0)),
  );

const isByTime = ({ record }: SoldTariff): boolean =>
  record.tariff.elements.some(({ components }) =>
    components.some(({ type, priceMicro }) => priceMicro > 0 && (type === 'TIME' || type === 'PARKING_TIME')),
  );

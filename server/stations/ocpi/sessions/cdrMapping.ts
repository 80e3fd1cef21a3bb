import type { Cdr } from '../../../core/ports/stationPort.ts';
import { soldAs } from '../catalogue/sellingParty.ts';
import type { Agreement } from '../connections/connections.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import { wholeOf } from '../messages/decimals.ts';
import { isSameId } from '../messages/message.ts';

interface CdrMappingInput {
  connectionId: string;
  cdr: OcpiCdr;
  agreed: Agreement;
}

/** Converts a CDR to the app's form. `total_cost` is net, and also gross if the CDR states taxes (OCPI 2.2.1 §10.3.1). */
export function mapCdr({ connectionId, cdr, agreed }: CdrMappingInput): Cdr {
  const { net, gross } = cdr.total_cost;
  const { country_code, party_id } = cdr;
  return {
    reference: cdr.id,
    currency: cdr.currency,
    total: agreed.isWholesale ? null : { net: wholeOf(net, 6), gross: gross === null ? null : wholeOf(gross, 6) },
    // If the CDR names no party, its tariffs cannot be found in the catalogue.
    tariffIds: party_id === '' ? [] : cdr.tariffs.map(({ id }) => soldAs({ connectionId, country_code, party_id, id })),
    startedAt: cdr.start_date_time,
    endedAt: cdr.end_date_time,
    energyWh: wholeOf(cdr.total_energy, 3),
    invoiceReference: agreed.invoices === 'cpo' ? (cdr.invoice_reference_id ?? null) : null,
  };
}

/** Tolerated difference: one minor unit, in millionths of the currency unit. */
const FORGIVEN = 10_000;

/**
 * True if the credit CDR reverses the whole original. Differences of up to one minor unit are tolerated. Partial credits are not
 * supported.
 */
export function isFullReversal({ credit, original }: { credit: OcpiCdr; original: OcpiCdr }): boolean {
  const isReversed = (a: string, b: string) => Math.abs(Math.abs(wholeOf(a, 6)) - Math.abs(wholeOf(b, 6))) <= FORGIVEN;
  const [taken, reported] = [credit.total_cost, original.total_cost];
  const isNamed = credit.credit_reference_id !== undefined && isSameId(credit.credit_reference_id, original.id);
  const isGrossReversed = taken.gross === null || reported.gross === null || isReversed(taken.gross, reported.gross);
  return (
    credit.credit && isNamed && credit.currency === original.currency && isReversed(taken.net, reported.net) && isGrossReversed
  );
}

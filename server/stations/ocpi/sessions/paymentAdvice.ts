import { createHash } from 'node:crypto';
import type { SettledPayment } from '../../../core/ports/stationPort.ts';

interface PaymentAdviceInput {
  authorizationReference: string;
  payment: SettledPayment;
}

/**
 * Makes a FinancialAdviceConfirmation (OCPI 2.3.0, mod_payments). It tells a CPO that writes the invoice how the driver paid.
 * The total has the fields of both OCPI versions, because the examples of 2.3.0 still use those of 2.2.1. Card data are limited
 * to what receipts show.
 */
export function adviceOf({ authorizationReference, payment }: PaymentAdviceInput): Readonly<Record<string, unknown>> {
  const { id, at, currency, vat, capturedMinor, cardBrand, cardDigits } = payment;
  const netMinor = vat.reduce((sum, group) => sum + group.netMinor, 0);
  return {
    id: uuidOf(id),
    authorization_reference: authorizationReference,
    total_costs: {
      before_taxes: units(netMinor),
      taxes: vat.map(({ percent, vatMinor }) => ({ name: 'VAT', percentage: percent, amount: units(vatMinor) })),
      excl_vat: units(netMinor),
      incl_vat: units(capturedMinor),
    },
    currency,
    eft_data: [
      ...(cardBrand === null ? [] : [printable(cardBrand)]),
      ...(cardDigits === null ? [] : [`**** ${printable(cardDigits)}`]),
      `Amount: ${currency} ${units(capturedMinor).toFixed(2)}`,
    ],
    ...statusOf(payment),
    last_updated: at.toISOString(),
  };
}

function statusOf({ capturedMinor, billedMinor }: SettledPayment) {
  if (capturedMinor === 0) return { capture_status_code: 'FAILED', capture_status_message: 'The hold could not be captured' };
  if (capturedMinor < billedMinor)
    return { capture_status_code: 'PARTIAL_SUCCESS', capture_status_message: 'Less than the bill was captured' };
  return { capture_status_code: 'SUCCESS' };
}

const units = (minor: number): number => minor / 100;
const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 255);

/** Derives a UUID from a payment's id (RFC 9562), so that retries for one payment use the same UUID. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(`payment ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

import type { SettledPayment, StationCall } from '../../../core/ports/stationPort.ts';
import { connectionOf, type Peers } from '../connections/peers.ts';
import { OcpiFailure } from '../transport/failure.ts';
import { adviceOf } from './paymentAdvice.ts';

/** Sends a FinancialAdviceConfirmation to a CPO that has the Payments module (OCPI 2.3.0). Retries use the same id. */
export async function sendPaymentAdvice(
  { authorizationReference, address, payment }: StationCall & { payment: SettledPayment },
  { peers }: { peers: Peers },
): Promise<'sent' | 'refused' | 'unknown'> {
  const connectionId = connectionOf(address);
  const endpoint = await peers.endpoint(connectionId, 'payments', 'RECEIVER', address);
  // The connection has ended or changed its version, so no CPO expects the confirmation.
  if (!endpoint) return 'sent';
  const { version: _, ...peer } = endpoint;
  const url = endpoint.url.replace(/\/+$/, '');
  try {
    const answer = await peers.call({
      ...peer,
      method: 'POST',
      url: url.endsWith(RESOURCE) ? url : `${url}${RESOURCE}`,
      body: adviceOf({ authorizationReference, payment }),
    });
    if (answer.outcome === 'success') return 'sent';
    return answer.outcome === 'refused' && answer.status !== 429 ? 'refused' : 'unknown';
  } catch (error) {
    if (error instanceof OcpiFailure) return 'unknown';
    throw error;
  }
}

const RESOURCE = '/financial-advice-confirmations';

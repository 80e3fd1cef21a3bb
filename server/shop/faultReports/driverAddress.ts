import type { Secret } from '../../../shared/util/secret.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';
import type { Trx } from '../../store/engine/database.ts';
import { deleteFaultReport, listFaultsWithEmail } from '../../store/shop/faultReports.ts';

const keyOf = (secret: Secret) => ({ secret, purpose: 'answers to fault reports' });

/** Encrypts a driver's address, so that the database or a backup does not reveal the address. */
export const sealedAddress = (email: string, { secret }: { secret: Secret }): string => encrypted(email, keyOf(secret));

/** Decrypts the address of a report. Null: the driver left none, or SECRET has changed since. */
export function addressOf({ sealedEmail }: { sealedEmail: string }, { secret }: { secret: Secret }): string | null {
  if (sealedEmail === '') return null;
  try {
    return decrypted(sealedEmail, keyOf(secret));
  } catch {
    return null;
  }
}

/**
 * Deletes the reports of a driver with this e-mail address. Without `secret`, none can be found.
 * @returns the points whose reports were deleted, one entry for each report
 */
export async function forgetFaultsOf(
  trx: Trx,
  { email, secret }: { email: string | null; secret: Secret | undefined },
): Promise<readonly string[]> {
  if (email === null || secret === undefined) return [];
  const theirs = (await listFaultsWithEmail(trx)).filter(report => addressOf(report, { secret })?.toLowerCase() === email);
  for (const { id } of theirs) await deleteFaultReport(trx, id);
  return theirs.map(({ evseId }) => evseId);
}

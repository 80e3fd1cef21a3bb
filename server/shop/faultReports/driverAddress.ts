import type { Secret } from '../../../shared/util/secret.ts';
import { decrypted, encrypted, resealed } from '../../platform/sealed.ts';
import type { Store, Trx } from '../../store/engine/database.ts';
import { deleteFaultReport, listFaultsWithEmail, updateFaultReport } from '../../store/shop/faultReports.ts';

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

/** Encrypts the addresses again, with the newest SECRET. An address that cannot be decrypted stays. */
export async function resealAddresses({
  store,
  secret,
}: {
  store: Pick<Store, 'db' | 'inTransaction'>;
  secret: Secret;
}): Promise<void> {
  for (const report of await listFaultsWithEmail(store.db)) {
    if (addressOf(report, { secret }) === null) continue;
    const again = resealed(report.sealedEmail, keyOf(secret));
    if (again !== null) await store.inTransaction(trx => updateFaultReport(trx, report.id, { sealedEmail: again }));
  }
}

/**
 * Deletes the reports of a driver with this e-mail address. Without `secret`, none can be found.
 * @returns the points of the deleted reports, one entry for each report, and the number of reports whose address could not be
 * decrypted
 */
export async function forgetFaultsOf(
  trx: Trx,
  { email, secret }: { email: string | null; secret: Secret | undefined },
): Promise<{ evseIds: readonly string[]; unopened: number }> {
  if (email === null) return { evseIds: [], unopened: 0 };
  const evseIds: string[] = [];
  let unopened = 0;
  for (const report of await listFaultsWithEmail(trx)) {
    const address = secret === undefined ? null : addressOf(report, { secret });
    if (address === null) unopened++;
    if (address?.toLowerCase() !== email) continue;
    await deleteFaultReport(trx, report.id);
    evseIds.push(report.evseId);
  }
  return { evseIds, unopened };
}

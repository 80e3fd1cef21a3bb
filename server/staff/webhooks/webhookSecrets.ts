import { randomBytes } from 'node:crypto';
import type { Secret } from '../../../shared/util/secret.ts';
import { decrypted, encrypted, resealed } from '../../platform/sealed.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listEndpoints, updateEndpoint } from '../../store/jobs/webhookRows.ts';

/** Secrets are encrypted, so that a copy of the database or of a backup is not enough to sign events. */
const keyOf = (secret: Secret) => ({ secret, purpose: 'webhook secrets' });

const SECRET_BYTES = 32;

/** Creates a secret in the notation of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export const sealedSecretOf = (value: string, secret: Secret): string => encrypted(value, keyOf(secret));

/**
 * Decrypts a secret.
 * @returns null if the secret was encrypted with a SECRET that is no longer configured
 */
export function openedSecret(sealed: string, secret: Secret): string | null {
  try {
    return decrypted(sealed, keyOf(secret));
  } catch {
    return null;
  }
}

/** Encrypts the secrets again, with the newest SECRET. A secret that cannot be decrypted stays. */
export async function resealSecrets({ store, secret }: Pick<OperatorContext, 'store' | 'secret'>): Promise<void> {
  for (const { id, sealedSecret } of await listEndpoints(store.db)) {
    if (openedSecret(sealedSecret, secret) === null) continue;
    const again = resealed(sealedSecret, keyOf(secret));
    if (again !== null) await store.inTransaction(trx => updateEndpoint(trx, id, { sealedSecret: again }));
  }
}

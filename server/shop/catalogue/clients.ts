import { createHash } from 'node:crypto';
import type { Client } from '../../../shared/charging/charging.ts';
import { NEUTRAL_BRAND, NEUTRAL_CLIENT } from '../../../shared/charging/neutralClient.ts';
import { CURRENCIES } from '../../../shared/model/money.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { getOrMake } from '../../../shared/util/getOrMake.ts';
import type { Logo } from '../../core/ports/backend.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient, listClients } from '../../store/shop/catalogue.ts';

/**
 * Loads a brand by its id, including a brand that was removed from clients.json, because its sessions and receipts remain.
 * @throws Problem 'no-client'
 */
export async function getClientRecord({ store }: OperatorContext, clientId: string): Promise<ClientRecord> {
  const client = await findClient(store.db, clientId, { includesRemoved: true });
  if (!client) throw new Problem('no-client');
  return client;
}

/**
 * Returns the public data of a brand. The neutral brand exists even without an entry in clients.json.
 * @throws Problem 'no-client'
 */
export async function getClient(context: OperatorContext, { clientId }: { clientId: string }): Promise<Client> {
  // A removed brand still has its name on its pages. If the entry of the neutral brand was removed, `NEUTRAL_CLIENT` applies.
  const record = await findClient(context.store.db, clientId, { includesRemoved: clientId !== NEUTRAL_BRAND });
  if (!record && clientId === NEUTRAL_BRAND)
    return { ...NEUTRAL_CLIENT, id: NEUTRAL_BRAND, uuid: NEUTRAL_BRAND, isDefault: false };
  if (!record) throw new Problem('no-client');
  const { id, uuid, name, colors, currency, languages, mainLanguage, country } = record;
  const methods = context.payments.methods?.(record.paymentAccount);
  const { supportPhone, supportEmail, namesRequired, emailRequired, contactAtPayment, checkoutForm, buttonWords, withdrawal } =
    record;
  return {
    id,
    uuid,
    name,
    colors,
    currency,
    languages,
    mainLanguage,
    country,
    supportPhone,
    supportEmail,
    namesRequired,
    emailRequired,
    contactAtPayment,
    checkoutForm,
    buttonWords,
    withdrawal,
    paymentMethods: methods?.length ? methods : ['card'],
    logo: logoOf(id, record.logo),
    logoDark: logoOf(id, record.logoDark),
    currencies: CURRENCIES.filter(candidate => candidate === currency || record.holds[candidate]?.length),
    holdAmountsMinor: [...new Set(Object.values(record.holds).flatMap(amounts => amounts ?? []))],
    dataSource: record.dataSource,
    isDefault: false,
  };
}

/** Lists the brands that offer charging points, sorted by name. The neutral brand offers none. */
export async function findClients({ store }: OperatorContext): Promise<readonly { id: string; name: string }[]> {
  const sellers = (await listClients(store.db, { isCurrent: true })).filter(({ parties }) => parties.length > 0);
  return sellers.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * SHA-256 hashes of logos (first 16 digits), cached per logo object. A brand's record stays the same object until the brand
 * changes.
 */
const logoHashes = new WeakMap<object, string>();
const logoHash = (logo: { base64: string }): string =>
  getOrMake(logoHashes, logo, () => createHash('sha256').update(logo.base64).digest('hex').slice(0, 16));
const logoOf = (clientId: string, logo: ClientRecord['logoDark']): Client['logo'] =>
  logo ? { src: `/assets/logos/${clientId}/${logoHash(logo)}`, width: logo.width, height: logo.height } : null;

export async function findLogo(
  { store }: OperatorContext,
  { clientId, hash }: { clientId: string; hash: string },
): Promise<Logo | null> {
  const client = await findClient(store.db, clientId, { includesRemoved: true });
  const logo = [client?.logo, client?.logoDark].find(candidate => candidate && logoHash(candidate) === hash);
  return logo ? { contentType: logo.contentType, bytes: Buffer.from(logo.base64, 'base64'), hash } : null;
}

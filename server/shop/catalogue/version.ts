import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient, findPoint } from '../../store/shop/catalogue.ts';
import { catalogueVersion as storedVersion, tariffInstants, type VersionParts } from '../../store/shop/catalogueVersion.ts';
import { stationAddress } from './stationAddress.ts';

/** See Backend. */
export async function catalogueVersion(
  context: OperatorContext,
  { clientId = NEUTRAL_BRAND, evseId = '' }: { clientId: string | undefined; evseId: string | undefined },
): Promise<string> {
  const { catalogue, plugs } = await storedVersion(context.store, { evseId });
  const { point, paymentAccount, instants } = await partsOf(context, { catalogue, clientId, evseId });
  const now = context.clock.now().getTime();
  const reached = point?.connectors.map(({ id }) => {
    const { isReachable, meterIntervalS } = context.stations.capabilities(stationAddress(point, id));
    return [isReachable, meterIntervalS];
  });
  const methods = context.payments.methods?.(paymentAccount);
  return JSON.stringify([catalogue, plugs, reached, methods, instants.filter(at => at <= now).length]);
}

async function partsOf(
  { store, versions }: OperatorContext,
  { catalogue, clientId, evseId }: { catalogue: string; clientId: string; evseId: string },
): Promise<VersionParts> {
  const key = `${clientId}\n${evseId}`;
  const known = versions.get(key);
  if (known?.catalogue === catalogue) return known;
  const client = await findClient(store.db, clientId, { hasGone: true });
  const point = evseId ? await findPoint(store.db, evseId) : null;
  const tariffs = point?.connectors.map(({ tariffId }) => tariffId) ?? [];
  const instants = await tariffInstants(store.db, tariffs);
  const parts = { catalogue, paymentAccount: client?.paymentAccount ?? null, point, instants };
  versions.set(key, parts);
  return parts;
}

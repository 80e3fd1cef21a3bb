import { compactId } from '../../../shared/model/evseId.ts';
import type { CheckCodeRequest, CodeCheck } from '../../core/ports/backend.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findPointAtStation } from '../../store/shop/catalogue.ts';
import { stationAddress } from './stationAddress.ts';

/**
 * Checks the one-time code in a station's dynamic QR code (OCPP 2.1, use case C25). A check does not use up the code, because
 * drivers may open the page twice.
 */
export async function checkCode({ store, stations }: OperatorContext, request: CheckCodeRequest): Promise<CodeCheck> {
  const { chargePoint, evse, password, version, evseId } = request;
  const known = await findPointAtStation(store.db, { id: chargePoint, evse });
  const [connector] = known?.connectors ?? [];
  const isOther = known !== null && evseId !== undefined && compactId(evseId) !== compactId(known.evseId);
  if (!known || !connector || isOther) return { kind: 'wrong', point: null };
  const point = { clientId: known.clientId, evseId: known.evseId };
  const address = stationAddress(known, connector.id);
  if (!stations.checkCode || !stations.capabilities(address).isReachable) return { kind: 'unchecked', point };
  const verdict = await stations.checkCode({ address, password, version });
  switch (verdict.is) {
    case 'valid':
      return { kind: 'valid', slot: verdict.slot, point };
    case 'old':
      return { kind: 'old', minutes: verdict.minutes, point };
    case 'wrong':
      return { kind: 'wrong', point };
    default:
      return { kind: 'unchecked', point };
  }
}

import type { OurPlatform } from '../connections/ourCredentials.ts';
import { isSameId } from '../messages/message.ts';
import type { OcpiToken } from '../messages/token.ts';
import { isOver, type StartRecord } from './startRecords.ts';

type Us = Pick<OurPlatform, 'party' | 'name'>;

/** Makes the token of one start. The app sends it with the start command, and in the response to an authorization request. */
export function tokenOf(
  { party: { country_code, party_id }, name }: Us,
  { authorizationReference, at }: { authorizationReference: string; at: string },
): OcpiToken {
  return {
    country_code,
    party_id,
    uid: authorizationReference,
    type: 'AD_HOC_USER',
    contract_id: `${country_code}-${party_id}-C${authorizationReference.slice(0, 8)}`,
    issuer: name,
    valid: true,
    whitelist: 'NEVER',
    last_updated: at,
  };
}

/**
 * Makes an AuthorizationInfo (OCPI 2.2.1 §12.3.1). A request from another location is refused, because the driver has paid for
 * one EVSE. The token has expired when its session is over, so that it cannot start another one.
 */
export function authorizationOf(us: Us, { start, locationId }: { start: StartRecord; locationId: string | null }): object {
  const { authorizationReference, requestedAt, address } = start;
  const isThere = locationId === null || isSameId(locationId, address.locationId);
  const hasExpired = isOver(start);
  const isAllowed = isThere && !hasExpired;
  const refusal = hasExpired ? 'EXPIRED' : 'NOT_ALLOWED';
  return {
    allowed: isAllowed ? 'ALLOWED' : refusal,
    token: { ...tokenOf(us, { authorizationReference, at: requestedAt }), valid: !hasExpired },
    ...(locationId !== null && isAllowed ? { location: { location_id: address.locationId, evse_uids: [address.evseUid] } } : {}),
    authorization_reference: authorizationReference,
  };
}

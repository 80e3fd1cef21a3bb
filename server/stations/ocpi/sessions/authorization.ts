import type { OurPlatform } from '../connections/ourCredentials.ts';
import { isSameId } from '../messages/message.ts';
import type { OcpiToken } from '../messages/token.ts';
import type { StartRecord } from './startRecords.ts';

type Us = Pick<OurPlatform, 'party' | 'name'>;

/** Makes the token of one start. It is sent with the start, and in response to an authorization request. */
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
 * Makes an AuthorizationInfo. A request from another location is refused, because the driver has paid for one EVSE (OCPI 2.2.1
 * §12.3.1).
 */
export function authorizationOf(us: Us, { start, locationId }: { start: StartRecord; locationId: string | null }): object {
  const { authorizationReference, requestedAt, address } = start;
  const isThere = locationId === null || isSameId(locationId, address.locationId);
  return {
    allowed: isThere ? 'ALLOWED' : 'NOT_ALLOWED',
    token: tokenOf(us, { authorizationReference, at: requestedAt }),
    ...(locationId !== null && isThere ? { location: { location_id: address.locationId, evse_uids: [address.evseUid] } } : {}),
    authorization_reference: authorizationReference,
  };
}

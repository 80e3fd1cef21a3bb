import type { OwnedId } from '../messages/receiver.ts';

/**
 * Returns the id that a tariff of a CPO platform has in the catalogue. If the prices of the tariff are net, the import appends
 * the country.
 */
export const soldAs = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${connectionId}:${id}`;

import type { OwnedId } from '../messages/receiver.ts';

/** Returns the catalogue's id for a tariff of a CPO platform. If the tariff's prices are net, the import appends the country. */
export const soldAs = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${connectionId}:${id}`;

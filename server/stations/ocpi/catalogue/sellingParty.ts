import type { OwnedId } from '../messages/receiver.ts';

/** The id of a platform's tariff in the catalogue. For a net tariff, the import appends the country. */
export const soldAs = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${connectionId}:${id}`;

import type { OwnedId } from '../messages/receiver.ts';

/** What a CPO's tariff is called in our catalogue, but for the country that the import adds to a net one. */
export const soldAs = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${connectionId}:${id}`;

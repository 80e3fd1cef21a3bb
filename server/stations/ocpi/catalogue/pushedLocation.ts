import type { PushedLocation } from '../../../core/ports/cataloguePort.ts';
import type { ConnectorRecord } from '../../../core/records/records.ts';
import type { OcpiLocation } from '../messages/location.ts';
import type { LocationSales } from './locationSales.ts';

export const sourceOf = (connectionId: string): string => `ocpi:${connectionId}`;

/** The name of a location in the catalogue. */
export const locationName = ({ country_code, party_id, id }: Pick<OcpiLocation, 'country_code' | 'party_id' | 'id'>): string =>
  `${country_code}*${party_id}*${id}`.toUpperCase();

/** Converts the sales of a location to catalogue entries. The source is part of the tariff ids, so that they are unique. */
export function toPushedLocation(source: string, location: OcpiLocation, sales: LocationSales): PushedLocation {
  const idOf = (tariffId: string) => `${source}/${tariffId}`;
  return {
    source,
    location: locationName(location),
    points: sales.points.map(({ point, address }) => ({
      ...point,
      connectors: point.connectors.map(connector => ({
        ...connector,
        tariffId: idOf(connector.tariffId),
        ...heldAt(connector, sales),
      })),
      station: {
        source,
        countryCode: address.country_code,
        partyId: address.party_id,
        locationId: address.location_id,
        evseUid: address.evse_uid,
        chargePoint: null,
        canUnlock: address.canUnlock,
      },
    })),
    tariffs: sales.tariffs.map(({ record }) => ({ ...record, id: idOf(record.id) })),
    refused: sales.unsold,
    remarks: sales.points.length > 0 ? sales.remarks : [],
  };
}

/** The amount to hold for a connector (OCPI 2.3.0). The CPO may stop charging at this amount, so a larger hold is unnecessary. */
function heldAt({ tariffId }: ConnectorRecord, { tariffs }: LocationSales): Pick<ConnectorRecord, 'preauthorizeMinor'> {
  const preauthorizeMinor = tariffs.find(({ record }) => record.id === tariffId)?.preauthorizeMinor ?? 0;
  return preauthorizeMinor > 0 ? { preauthorizeMinor } : {};
}

import type { PushedLocation } from '../../../core/ports/cataloguePort.ts';
import type { ConnectorRecord } from '../../../core/records/records.ts';
import type { OcpiLocation } from '../messages/location.ts';
import type { LocationSales } from './locationSales.ts';

export const sourceOf = (connectionId: string): string => `ocpi:${connectionId}`;

/** Returns the name of a location in the catalogue, which is unique within one station source. */
export const locationName = ({ country_code, party_id, id }: Pick<OcpiLocation, 'country_code' | 'party_id' | 'id'>): string =>
  `${country_code}*${party_id}*${id}`.toUpperCase();

/** Converts the offer of a location to catalogue entries. Each tariff id begins with the station source, so that it is unique. */
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

/**
 * Returns the hold that the CPO requires at a connector (OCPI 2.3.0). A larger hold would be pointless, because the CPO may stop
 * charging at this amount.
 */
function heldAt({ tariffId }: ConnectorRecord, { tariffs }: LocationSales): Pick<ConnectorRecord, 'preauthorizeMinor'> {
  const preauthorizeMinor = tariffs.find(({ record }) => record.id === tariffId)?.preauthorizeMinor ?? 0;
  return preauthorizeMinor > 0 ? { preauthorizeMinor } : {};
}

import type { PointRecord } from '../records/records.ts';
import { versioned } from './publication.ts';

/** Types of sites of DATEX II by ParkingType of OCPI. */
const SITES: Readonly<Record<string, string>> = {
  ALONG_MOTORWAY: 'openSpace',
  PARKING_GARAGE: 'inBuilding',
  UNDERGROUND_GARAGE: 'inBuilding',
  PARKING_LOT: 'openSpace',
  ON_STREET: 'onstreet',
  ON_DRIVEWAY: 'other',
};

/** Services of DATEX II by Facility of OCPI. Facilities without a service of DATEX II are left out. */
const SERVICES: Readonly<Record<string, string>> = {
  HOTEL: 'hotel',
  RESTAURANT: 'restaurant',
  CAFE: 'cafe',
  MALL: 'shop',
  SUPERMARKET: 'foodShopping',
  SPORT: 'leisureActivities',
  RECREATION_AREA: 'leisureActivities',
  BIKE_SHARING: 'bikeSharing',
  FUEL_STATION: 'petrolStation',
};

export function typeOfSite({ details }: PointRecord) {
  const value = SITES[details?.parkingType ?? ''];
  return value === undefined ? {} : { typeOfSite: { value } };
}

/** Returns what a location offers besides charging. */
export function facilities({ details }: PointRecord, siteId: string) {
  const services = (details?.facilities ?? []).flatMap(name => {
    const value = SERVICES[name];
    return value === undefined ? [] : [versioned({ idG: `${siteId}*${name}`, serviceFacilityType: { value } })];
  });
  const hasWifi = details?.facilities?.includes('WIFI') ?? false;
  const wifi = hasWifi ? [versioned({ idG: `${siteId}*WIFI`, equipmentType: { value: 'internetWireless' } })] : [];
  const all = [
    ...services.map(service => ({ afacSupplementalServiceFacility: service })),
    ...wifi.map(equipment => ({ afacSupplementalEquipment: equipment })),
  ];
  return all.length === 0 ? {} : { supplementalFacility: all };
}

import { WEEKDAYS } from '../../../shared/model/tariff.ts';
import type { RegularHours } from '../records/pointDetails.ts';
import type { PointRecord } from '../records/records.ts';
import { type FeedClient, inLanguage, operatorIdOf, versioned } from './publication.ts';

// Where a point is, when the point is open and who operates the point.

const NUMBER_LAST = /^(.*\D)[\s,]+(\d+\s?[a-zA-Z]?(?:\s?[-–/]\s?\d+\s?[a-zA-Z]?)*)$/;
const NUMBER_FIRST = /^(\d+[a-zA-Z]?)[\s,]+(\D.*)$/;

/** Splits an address line into street and house number. Null: the line has no house number. */
export function splitStreet(line: string): { street: string; houseNumber: string | null } {
  const text = line.trim();
  const last = NUMBER_LAST.exec(text);
  if (last) return { street: (last[1] ?? '').replace(/[\s,]+$/, ''), houseNumber: last[2] ?? null };
  const first = NUMBER_FIRST.exec(text);
  return first ? { street: first[2] ?? '', houseNumber: first[1] ?? null } : { street: text, houseNumber: null };
}

/** @returns null if the position of the point is unknown */
export function locationReference(point: PointRecord, { mainLanguage }: FeedClient) {
  const { coordinates, postalCode, city, country, details } = point;
  if (!coordinates) return null;
  const position = { latitude: coordinates.latitude, longitude: coordinates.longitude };
  const { street, houseNumber } = splitStreet(point.street);
  const lines = [{ type: 'street', text: street }, ...(houseNumber === null ? [] : [{ type: 'houseNumber', text: houseNumber }])];
  const address = {
    ...(postalCode === '' ? {} : { postcode: postalCode }),
    city: inLanguage(mainLanguage, city),
    countryCode: country.toUpperCase(),
    addressLine: lines.map(({ type, text }, order) => ({ order, type: { value: type }, text: inLanguage(mainLanguage, text) })),
  };
  return {
    locPointLocation: {
      coordinatesForDisplay: position,
      ...(details?.directions
        ? { supplementaryPositionalDescription: { locationDescription: inLanguage(mainLanguage, details.directions) } }
        : {}),
      locLocationExtensionG: { FacilityLocation: { address } },
      pointByCoordinates: { pointCoordinates: position },
    },
  };
}

/** Start of opening hours, which DATEX II requires and OCPI does not know. */
const NO_BEGINNING = '2000-01-01T00:00:00Z';

/** Opening hours of a point. Hours that the catalogue does not state are unknown. */
export function operatingHours({ openingHours, details }: PointRecord, ownerId: string) {
  if (openingHours === '24/7') return { afacOpenAllHours: {} };
  const hours = details?.regularHours;
  if (!hours) return { afacUnknownOperatingHours: {} };
  return {
    afacOperatingHoursSpecification: versioned({
      idG: `${ownerId}*HOURS`,
      overallPeriod: { overallStartTime: NO_BEGINNING, validPeriod: hours.map(periodOf) },
    }),
  };
}

const periodOf = ({ weekday, from, to }: RegularHours) => ({
  recurringTimePeriodOfDay: [{ startTimeOfPeriod: `${from}:00Z`, endTimeOfPeriod: `${to}:00Z` }],
  recurringDayWeekMonthPeriod: [{ comDayWeekMonth: { applicableDay: [{ value: WEEKDAYS[weekday - 1] }] } }],
});

/** The company that operates a point. A brand may have several parties. */
export const operator = (client: FeedClient, { station }: PointRecord) => ({
  afacAnOrganisation: {
    name: inLanguage(client.mainLanguage, client.name),
    legalName: inLanguage(client.mainLanguage, client.supplier.name),
    externalIdentifier: [
      identifier(station ? `${station.countryCode}*${station.partyId}`.toUpperCase() : operatorIdOf(client), 'operatorId'),
    ],
  },
});

export const identifier = (value: string, type: 'operatorId' | 'evseId') => ({
  identifier: value,
  typeOfIdentifier: { value: 'extendedG', extendedValueG: type },
});

/** Returns the telephone number that drivers call: that of the place, or else that of the brand. Null: none is known. */
export const helpPhoneOf = ({ helpPhone }: PointRecord, { supportPhone }: FeedClient): string | null => helpPhone ?? supportPhone;

/** Helpdesk of a place. Places with their own telephone number have their own helpdesk. */
export function helpdesk(point: PointRecord, client: FeedClient) {
  const telephoneNumber = helpPhoneOf(point, client);
  const isOwn = telephoneNumber !== client.supportPhone;
  return {
    afacReferenceableOrganisation: versioned({
      idG: `${operatorIdOf(client)}*HELPDESK${isOwn ? `*${point.station?.locationId ?? point.evseId}` : ''}`,
      name: inLanguage(client.mainLanguage, client.supplier.name),
      organisationUnit: [
        {
          contactInformation: [
            {
              afacContactInformation: {
                ...(telephoneNumber === null ? {} : { telephoneNumber }),
                ...(client.supportEmail === null ? {} : { eMail: client.supportEmail }),
              },
            },
          ],
        },
      ],
    }),
  };
}

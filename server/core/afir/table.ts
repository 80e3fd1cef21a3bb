import type { PaymentMethod } from '../../../shared/charging/charging.ts';
import type { PointRecord } from '../records/records.ts';
import { connectorFormat, connectorType } from './connectors.ts';
import type { EnergyPrice, Multilingual } from './energyPrices.ts';
import { facilities, typeOfSite } from './facilities.ts';
import { type FeedClient, inLanguage, operatorIdOf, utc, versioned } from './publication.ts';
import { helpdesk, identifier, locationReference, operatingHours, operator } from './siteFacts.ts';

/** The price of some connectors of a point. */
export interface FeedRate {
  /** Id after the EVSE ID. */
  name: string;
  connectorIds: readonly string[];
  currency: string;
  updatedAt: Date;
  prices: readonly EnergyPrice[];
  fees: { minimumDeliveryFee?: number; maximumDeliveryFee?: number };
}

/** A point of the feed with its prices. */
export interface PricedPoint {
  point: PointRecord;
  changedAt: Date;
  rates: readonly FeedRate[];
}

/** Data of a brand that all its points share. */
export interface FeedBrand {
  client: FeedClient;
  methods: readonly PaymentMethod[];
  /** Returns 'Plug 1, Plug 2' in all languages of the brand. */
  plugNames(numbers: readonly string[]): Multilingual;
}

/** A point of a site with ids and versions, to which the status refers. */
export interface PublishedPoint {
  evseId: string;
  siteId: string;
  siteVersion: string;
  stationId: string;
  stationVersion: string;
  version: string;
  /** Ids of the connectors that the point has now. The database also has the states of former ones. */
  connectorIds: readonly string[];
  /** The present prices of the point as JSON, because each status lists them again. */
  energyRateUpdate: string;
}

/**
 * Creates the EnergyInfrastructureSite of one location (AFIR art. 20(2)(a) and (b)), and lists its points for the status.
 * @param points at least one; all have a position
 */
export function tableSite(brand: FeedBrand, points: readonly PricedPoint[]) {
  const [first] = points;
  if (!first) throw new Error('A site has at least one point');
  const { client } = brand;
  const { point } = first;
  const idG = siteIdOf(point);
  const stations = [...Map.groupBy(points, ({ point }) => stationIdOf(point))].map(([id, own]) => station(brand, id, own));
  const changed = utc(newest(points));
  const isForDisabled = points.some(({ point: { details } }) => details?.parkingRestrictions?.includes('DISABLED'));
  const site = versioned({
    idG,
    lastUpdated: changed,
    accessibility: [{ value: isForDisabled ? 'disabilityAccessible' : 'unknown' }],
    ...typeOfSite(point),
    brand: inLanguage(client.mainLanguage, client.name),
    exclusiveUsers: [{ value: 'allUsers' }],
    operatingHours: operatingHours(point, idG),
    locationReference: locationReference(point, client),
    ...(point.details?.owner
      ? { owner: { afacAnOrganisation: { name: inLanguage(client.mainLanguage, point.details.owner) } } }
      : {}),
    operator: operator(client, point),
    helpdesk: helpdesk(point, client),
    ...facilities(point, idG),
    energyInfrastructureStation: stations,
  });
  const connectorsOf = new Map(
    points.map(({ point: { evseId, connectors } }) => [evseId, connectors.map(({ id: connector }) => connector)]),
  );
  const published = stations.flatMap(({ idG: stationId, versionG: stationVersion, refillPoint }) =>
    refillPoint.map(({ aegiElectricChargingPoint: { idG: evseId, versionG: version, electricEnergy } }): PublishedPoint => {
      const energyRateUpdate = JSON.stringify(
        electricEnergy
          .flatMap(({ energyRate }) => energyRate)
          .map(({ idG, lastUpdated, energyPrice }) => ({
            lastUpdated,
            energyRateReference: { targetClass: 'EnergyRate', idG },
            energyPrice,
          })),
      );
      const common = { siteId: idG, siteVersion: site.versionG, stationId, stationVersion };
      return { ...common, evseId, version, energyRateUpdate, connectorIds: connectorsOf.get(evseId) ?? [] };
    }),
  );
  return { site, published };
}

export const siteIdOf = ({ station, evseId }: PointRecord): string =>
  station ? `${station.countryCode}*${station.partyId}*L${station.locationId}`.toUpperCase() : `${evseId}*SITE`;

/** An OCPP charging station, or else the EVSE alone. */
const stationIdOf = ({ station, evseId }: PointRecord): string =>
  station?.chargePoint
    ? `${station.countryCode}*${station.partyId}*S${station.chargePoint.id}`.toUpperCase()
    : `${evseId}*STATION`;

const newest = (points: readonly PricedPoint[]): number => Math.max(...points.map(({ changedAt }) => changedAt.getTime()));

const powerOf = ({ connectors }: PointRecord): number => Math.max(...connectors.map(({ powerW }) => powerW));

function station(brand: FeedBrand, idG: string, points: readonly PricedPoint[]) {
  const { client } = brand;
  const [{ point }] = points as [PricedPoint];
  const changed = utc(newest(points));
  const readsCards = points.some(({ point: { details } }) => details?.capabilities?.includes('RFID_READER'));
  return versioned({
    idG,
    lastUpdated: changed,
    operatingHours: operatingHours(point, idG),
    locationReference: locationReference(point, client),
    totalMaximumPower: points.reduce((sum, each) => sum + powerOf(each.point), 0),
    numberOfRefillPoints: points.length,
    authenticationAndIdentificationMethods: [{ value: 'website' }, ...(readsCards ? [{ value: 'rfid' }] : [])],
    userInterfaceLanguage: client.languages,
    serviceType: [{ serviceType: { value: 'unattended' } }],
    refillPoint: points.map(each => ({ aegiElectricChargingPoint: chargingPoint(brand, each) })),
  });
}

const PLUG_AND_CHARGE = /PLUG_AND_CHARGE|ISO_15118/;

function chargingPoint({ client, methods, plugNames }: FeedBrand, { point, changedAt, rates }: PricedPoint) {
  const { evseId, connectors, details } = point;
  const powers = [...new Set(connectors.map(({ powerW }) => powerW))].sort((a, b) => b - a);
  const numbersOf = (ids: readonly string[]) => connectors.filter(({ id }) => ids.includes(id)).map(({ number }) => number);
  const rateIdOf = (connectorId: string) => `${evseId}/${rates.find(rate => rate.connectorIds.includes(connectorId))?.name}`;
  return versioned({
    idG: evseId,
    lastUpdated: utc(changedAt.getTime()),
    name: inLanguage(client.mainLanguage, connectors.map(({ number }) => number).join(', ')),
    externalIdentifier: [identifier(evseId, 'evseId')],
    deliveryUnit: { value: 'kWh' },
    currentType: { value: connectors.some(({ isDc }) => isDc) ? 'dc' : 'ac' },
    usageType: [{ value: 'electricVehicle' }],
    numberOfConnectors: connectors.length,
    availableChargingPower: powers,
    ...(details?.capabilities?.some(each => PLUG_AND_CHARGE.test(each))
      ? { smartRechargingServices: [{ value: 'plugAndCharge' }] }
      : {}),
    connector: connectors.map(connector => {
      const known = details?.connectors[connector.id];
      return {
        ...connectorType(connector, known?.standard),
        ...connectorFormat(connector),
        maxPowerAtSocket: connector.powerW,
        ...(known?.voltage === undefined ? {} : { voltage: known.voltage }),
        ...(known?.amperage === undefined ? {} : { maximumCurrent: known.amperage }),
        ...(rates.length > 1 ? { aegiConnectorExtensionG: { adHocPrice: { energyRate: rateIdOf(connector.id) } } } : {}),
      };
    }),
    electricEnergy: [
      {
        ...(details?.energyProduct ? { energyProductName: inLanguage(client.mainLanguage, details.energyProduct) } : {}),
        ...(details?.isGreenEnergy === undefined ? {} : { isGreenEnergy: details.isGreenEnergy }),
        energyRate: rates.map(rate => ({
          idG: `${evseId}/${rate.name}`,
          ratePolicy: { value: 'adHoc' },
          lastUpdated: utc(rate.updatedAt.getTime()),
          applicableCurrency: [rate.currency],
          rateName: plugNames(numbersOf(rate.connectorIds)),
          ...rate.fees,
          payment: payment(methods),
          energyPrice: rate.prices,
        })),
      },
    ],
  });
}

/** Payment in the browser, after the code on the plug was scanned. */
const payment = (methods: readonly PaymentMethod[]) => ({
  paymentMeans: ['qrCode', 'website', 'paymentCreditCard', 'paymentDebitCard'].map(value => ({ value })),
  brandsAccepted: ['visa', 'masterCard', ...(methods.includes('apple-pay') ? ['applePay'] : [])].map(value => ({ value })),
});

/** Id of the table of a brand. */
export const tableIdOf = (client: FeedClient): string => `${operatorIdOf(client)}*TABLE`;

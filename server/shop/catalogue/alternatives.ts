import type { Alternatives, FreePlug, FreeSite } from '../../../shared/charging/alternatives.ts';
import { canChoose, type PlugKind } from '../../../shared/charging/session.ts';
import type { Coordinates } from '../../core/records/coordinates.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listUsableAt, listUsableNear } from '../../store/shop/nearPoints.ts';
import { getSelling, type Offer, offersAt } from './offers.ts';
import { bearingDeg, distanceM } from './positions.ts';

/** How far a driver with an empty battery goes to another place, in metres. */
const RADIUS_M = 5000;
const MAX_SITES = 3;
/** Maximum number of free plugs at the same address. A page with more of them is a list to search in. */
const MAX_HERE = 6;
/** Maximum number of points whose offers are loaded. */
const MAX_POINTS = 40;

/** A site is the address 'City, street' of points, as in the generated column `points.place`. */
const siteOf = ({ city, street }: Pick<PointRecord, 'city' | 'street'>): string => `${city}, ${street}`;

interface AlternativesRequest {
  clientId: string;
  evseId: string;
  /** The plug to replace, by its OCPI connector id. Absent: all plugs of the charging point. */
  connector?: string;
}

/**
 * Finds free plugs of the same brand: at the address of a charging point, and at most three places within five kilometres.
 * Distances are computed from the coordinates of the catalogue. Places that have the kind of plug that the driver needs come
 * alone if there are any.
 * @throws Problem 'no-client' or 'no-charging-point'
 */
export async function findAlternatives(context: OperatorContext, request: AlternativesRequest): Promise<Alternatives> {
  const { client, point } = await getSelling(context, request);
  const kinds = kindsOf(point, request.connector);
  const [here, near] = await Promise.all([
    freeHere(context, { client, point, connector: request.connector }),
    point.coordinates ? freeNear(context, { client, point, from: point.coordinates, kinds }) : [],
  ]);
  return { asOf: context.clock.now().toISOString(), here, near };
}

/** The kind of the plug to replace. If no plug of the point has this id, the kinds of all its plugs. */
function kindsOf({ connectors }: PointRecord, connector: string | undefined): ReadonlySet<PlugKind> {
  const replaced = connectors.filter(({ id }) => id === connector);
  return new Set((replaced.length > 0 ? replaced : connectors).map(({ kind }) => kind));
}

async function freeHere(
  context: OperatorContext,
  { client, point, connector }: { client: ClientRecord; point: PointRecord; connector: string | undefined },
): Promise<readonly FreePlug[]> {
  const points = await listUsableAt(context.store.db, { clientId: client.id, site: siteOf(point), limit: MAX_POINTS });
  const isReplaced = ({ evseId, id }: FreePlug) => evseId === point.evseId && (connector === undefined || id === connector);
  const plugs: FreePlug[] = [];
  for (const each of points) {
    if (plugs.length >= MAX_HERE) break;
    plugs.push(...(await freeAt(context, client, each)).filter(plug => !isReplaced(plug)));
  }
  return plugs.slice(0, MAX_HERE);
}

async function freeNear(
  context: OperatorContext,
  { client, point, from, kinds }: { client: ClientRecord; point: PointRecord; from: Coordinates; kinds: ReadonlySet<PlugKind> },
): Promise<readonly FreeSite[]> {
  const near = { clientId: client.id, from, radiusM: RADIUS_M, except: siteOf(point), limit: MAX_POINTS };
  const points = await listUsableNear(context.store.db, near);
  const free: FreeSite[] = [];
  // Points of one site are beside each other in the list, because they have the same position.
  for (const [, sites] of Map.groupBy(points, siteOf)) {
    const plugs = (await Promise.all(sites.map(each => freeAt(context, client, each)))).flat();
    const [site] = sites;
    const plug = plugs.find(({ kind }) => kinds.has(kind)) ?? plugs[0];
    const to = site?.coordinates;
    if (!site || !plug || !to || distanceM(from, to) > RADIUS_M) continue;
    const { street, city } = site;
    const freePlugs = plugs.filter(({ kind }) => kind === plug.kind).length;
    free.push({ street, city, distanceM: distanceM(from, to), bearingDeg: bearingDeg(from, to), freePlugs, plug });
    if (free.filter(fits(kinds)).length === MAX_SITES) break;
  }
  const fitting = free.filter(fits(kinds));
  return (fitting.length > 0 ? fitting : free).slice(0, MAX_SITES);
}

const fits =
  (kinds: ReadonlySet<PlugKind>) =>
  ({ plug }: FreeSite): boolean =>
    kinds.has(plug.kind);

async function freeAt(context: OperatorContext, client: ClientRecord, point: PointRecord): Promise<readonly FreePlug[]> {
  const offers = await offersAt(context, { client, point, offSince: null });
  return offers.filter(({ plug }) => canChoose(plug.state)).map(freePlug);
}

function freePlug({ point, tariff, plug }: Offer): FreePlug {
  const { id, number, kind, powerW, isDc, hasCable, prices, isFree } = plug;
  const { currency } = tariff.tariff;
  return { evseId: point.evseId, id, number, kind, powerW, isDc, hasCable, prices: prices.now, isFree, currency };
}

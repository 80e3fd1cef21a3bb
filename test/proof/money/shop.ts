import type { OperatorData, PointRecord } from '../../../server/core/records/records.ts';

const CLIENT = 'blaufink';
const MODEL_POINT = 'DE*BLF*E1001*1';
/** Power of a fast charger, so that a few minutes of charging cost something. */
const POWER_W = 150_000;

export const pointId = (n: number): string => `DE*BLF*E${90_000 + n}*1`;

type AddressOf = (n: number, evseId: string) => NonNullable<PointRecord['station']>;

/**
 * Returns one brand of the demo shop with `count` points, all copies of a point that charges for energy only.
 * @param addressOf returns the station address of a point; null: the app reaches stations by direct calls of the proof
 */
export function shopOf({ clients, points, tariffs }: OperatorData, count: number, addressOf: AddressOf | null): OperatorData {
  const model = points.find(({ evseId }) => evseId === MODEL_POINT);
  if (!model) throw new Error('The demo shop has lost a point');
  const copies = Array.from({ length: count }, (_, n) => ({
    ...model,
    evseId: pointId(n),
    ...(addressOf ? { station: addressOf(n, pointId(n)) } : {}),
    connectors: model.connectors.map(plug => ({ ...plug, powerW: POWER_W, isDc: true })),
  }));
  const client = clients.filter(({ id }) => id === CLIENT).map(one => ({ ...one, emailRequired: false }));
  return { clients: client, points: copies, tariffs, remarks: [] };
}

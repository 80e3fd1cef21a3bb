import type { Tariff } from '../../../shared/model/tariff.ts';
import type { CalendarPiece } from './calendar.ts';
import type { Moment } from './match.ts';
import { energyAt, type MeterState, type MeterStretch, meterCurve, secondOf, secondsAt, type Usage } from './meterCurve.ts';

/**
 * A part of a session in which no price changes. The restrictions of the tariff are evaluated for `moment`, the beginning of the
 * segment.
 */
export interface Segment {
  fromS: number;
  toS: number;
  energyWh: number;
  moment: Moment;
}

interface Point {
  atS: number;
  energyWh: number;
}

/**
 * A session that was split up to its latest reading: the state of the meter at that reading, and the last segment, which later
 * readings may extend.
 */
export interface CutSoFar {
  meter: MeterState;
  last: Segment;
}

/**
 * Splits a session wherever time or energy may change a price of the tariff. Returns at least one segment, even if the session
 * has no duration.
 * @param pieces calendar periods; the first one begins no later than the first instant to split
 * @param from the session as split so far; `usage.readings` then contains only later readings, and the first returned segment
 * replaces `from.last`
 */
export function cutUp(
  { tariff, usage, pieces }: { tariff: Tariff; usage: Usage; pieces: readonly CalendarPiece[] },
  from: CutSoFar | null,
): Segment[] {
  const startS = secondsAt(usage.startedAt);
  const cuts = cutsOf(tariff, [...pieces.map(piece => piece.fromS), ...durationsOf(tariff).map(seconds => startS + seconds)]);
  const endedAt = usage.endedAt < usage.startedAt ? usage.startedAt : usage.endedAt;
  const stretches = meterCurve({ ...usage, endedAt }, from?.meter ?? null);
  const segments: Segment[] = from ? [from.last] : [];
  let piece = 0;
  for (const stretch of stretches) {
    const points = pointsOf(stretch, cuts);
    for (const [index, point] of points.entries()) {
      const next = points[index + 1];
      if (!next) continue;
      while ((pieces[piece + 1]?.fromS ?? Number.POSITIVE_INFINITY) <= point.atS) piece += 1;
      const moment = momentAt({ stretch, point, startS, local: pieces[piece]?.local });
      const last = segments.at(-1);
      const segment = { fromS: point.atS, toS: next.atS, energyWh: next.energyWh - point.energyWh, moment };
      if (last && goesOn(last, segment, cuts))
        segments[segments.length - 1] = { ...last, toS: segment.toS, energyWh: last.energyWh + segment.energyWh };
      else segments.push(segment);
    }
  }
  if (segments.length > 0) return segments;
  const nothing = {
    fromS: startS,
    toS: startS,
    fromWh: 0,
    toWh: 0,
    powerW: usage.readings[0]?.powerW ?? 0,
    standingSinceS: null,
  };
  const moment = momentAt({ stretch: nothing, point: { atS: startS, energyWh: 0 }, startS, local: pieces[0]?.local });
  return [{ fromS: startS, toS: startS, energyWh: 0, moment }];
}

interface Cuts {
  instantsS: readonly number[];
  energiesWh: readonly number[];
  gracesS: readonly number[];
  mindsPower: boolean;
}

function cutsOf(tariff: Tariff, instantsS: readonly number[]): Cuts {
  const energiesWh = tariff.elements.flatMap(({ restrictions }) => [
    restrictions?.minEnergyWh ?? 0,
    restrictions?.maxEnergyWh ?? 0,
  ]);
  const components = tariff.elements.flatMap(element => element.components);
  const gracesS = components.map(component => (component.graceAfterChargingMinutes ?? 0) * 60);
  const mindsPower = tariff.elements.some(({ restrictions: { minPowerW, maxPowerW, minCurrentA, maxCurrentA } = {} }) =>
    [minPowerW, maxPowerW, minCurrentA, maxCurrentA].some(bound => bound !== undefined),
  );
  return { instantsS: ascending(instantsS), energiesWh: ascending(energiesWh), gracesS: ascending(gracesS), mindsPower };
}

/**
 * Returns true if the next segment can be merged into the last one, because no price changes between them. This is so for most
 * readings.
 */
function goesOn(last: Segment, { fromS, moment }: Segment, { instantsS, energiesWh, gracesS, mindsPower }: Cuts): boolean {
  const before = last.moment;
  if (instantsS.includes(fromS) || energiesWh.includes(moment.energyWh)) return false;
  if (mindsPower && before.powerW !== moment.powerW) return false;
  if (moment.standingS === null) return before.standingS === null;
  return (
    before.standingS !== null && moment.standingS === before.standingS + fromS - last.fromS && !gracesS.includes(moment.standingS)
  );
}

const durationsOf = (tariff: Tariff): number[] =>
  tariff.elements.flatMap(({ restrictions }) => [restrictions?.minDurationS ?? 0, restrictions?.maxDurationS ?? 0]);

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

function pointsOf(stretch: MeterStretch, { instantsS, energiesWh, gracesS }: Cuts): Point[] {
  const { fromS, toS, fromWh, toWh, standingSinceS } = stretch;
  const graceEnds = standingSinceS === null ? [] : gracesS.map(grace => standingSinceS + grace);
  const inside = [
    ...[...instantsS, ...graceEnds]
      .filter(atS => atS > fromS && atS < toS)
      .map(atS => ({ atS, energyWh: energyAt(stretch, atS) })),
    ...energiesWh.filter(wh => wh > fromWh && wh < toWh).map(wh => ({ atS: secondOf(stretch, wh), energyWh: wh })),
  ].sort((a, b) => a.atS - b.atS || a.energyWh - b.energyWh);
  return [{ atS: fromS, energyWh: fromWh }, ...inside, { atS: toS, energyWh: toWh }];
}

function momentAt(request: { stretch: MeterStretch; point: Point; startS: number; local: Moment['local'] | undefined }): Moment {
  const { stretch, point, startS, local } = request;
  if (!local) throw new RangeError('a session begins in some local moment');
  const { powerW, standingSinceS } = stretch;
  const standingS = standingSinceS === null ? null : point.atS - standingSinceS;
  return { local, elapsedS: point.atS - startS, energyWh: point.energyWh, powerW, standingS };
}

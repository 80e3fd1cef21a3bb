import { Temporal } from 'temporal-polyfill';
import type { MeterReading } from '../ports/stationPort.ts';

// A reader of the feed, written from the published documents alone. It shares no code with the pricing of bills.

// biome-ignore lint/suspicious/noExplicitAny: the reader knows the document only as parsed JSON
type Parsed = any;

export interface ReadRequest {
  /** `energyPrice` of a rate, and the rate's limits per session. */
  prices: readonly Parsed[];
  limits?: { minimumDeliveryFee?: number; maximumDeliveryFee?: number };
  timeZone: string;
  isHoliday(date: string): boolean;
  session: { startedAt: Date; endedAt: Date; readings: readonly MeterReading[] };
  /** False: a reader that ignores the extensions of the prices. */
  readsExtensions: boolean;
  /** Smallest amount of the currency, such as 0.01. */
  step: number;
}

interface Piece {
  atS: number;
  toS: number;
  fromWh: number;
  toWh: number;
  standingSinceS: number | null;
}

interface Use {
  price: Parsed;
  kind: string;
  quantity: number;
  isStanding?: boolean;
}

/** Seconds, Wh or sessions for which a price is stated. */
const UNIT = { pricePerMinute: 60, pricePerKWh: 1000, basePrice: 1, free: 1 } as const;

const second = (date: Date) => Math.floor(date.getTime() / 1000);

/** Returns the price of a session in units of the currency. */
export function readPrice(request: ReadRequest): number {
  const uses = usesIn(request);
  const lines = new Map<string, Use & { amount: number }>();
  for (const use of uses) {
    const { value, taxRate, priceCap } = use.price;
    const key = request.readsExtensions ? [use.kind, value, taxRate, priceCap].join() : JSON.stringify(use.price);
    const line = lines.get(key);
    if (line) line.quantity += use.quantity;
    else lines.set(key, { ...use, amount: 0 });
    const known = lines.get(key);
    if (known) known.price = use.price;
  }
  if (request.readsExtensions) roundUpToSteps([...lines.values()], uses);
  else for (const line of lines.values()) if (isPerMinute(line.price)) line.quantity = Math.ceil(line.quantity / 60 - 1e-9) * 60;
  const spent = new Map<string, number>();
  for (const line of lines.values()) {
    const { value, priceCap } = line.price;
    line.amount = (value * line.quantity) / UNIT[line.price.priceType.value as keyof typeof UNIT];
    if (priceCap === undefined) continue;
    const before = request.readsExtensions ? (spent.get(line.kind) ?? 0) : 0;
    line.amount = Math.min(line.amount, Math.max(0, priceCap - before));
    spent.set(line.kind, before + line.amount);
  }
  const total = [...lines.values()].reduce((sum, { amount }) => sum + rounded(amount, request.step), 0);
  const { minimumDeliveryFee = 0, maximumDeliveryFee = Number.POSITIVE_INFINITY } = request.limits ?? {};
  return rounded(Math.min(Math.max(total, minimumDeliveryFee), maximumDeliveryFee), request.step);
}

const rounded = (amount: number, step: number) => Math.floor(amount / step + 0.5 + 1e-7) * step;
const isPerMinute = (price: Parsed) => price.priceType.value === 'pricePerMinute';
const extensionOf = (price: Parsed) => price.aegiEnergyPriceExtensionG?.adHocPrice ?? {};

function kindOf(price: Parsed): string {
  const { kind } = extensionOf(price);
  return (
    kind ?? { pricePerKWh: 'energy', pricePerMinute: 'time', basePrice: 'start', free: 'free' }[price.priceType.value as string]
  );
}

/** The total of a kind is rounded up to the step of the price that applied last, at this price. */
function roundUpToSteps(lines: (Use & { amount: number })[], uses: readonly Use[]): void {
  const isStandingPriced = uses.some(({ kind, isStanding }) => kind === 'blocking' && isStanding);
  for (const kind of new Set(uses.map(use => use.kind))) {
    if (kind === 'time' && isStandingPriced) continue;
    const last = uses.findLast(use => use.kind === kind);
    if (!last) continue;
    const step = extensionOf(last.price).perStartedSeconds ?? extensionOf(last.price).perStartedWh ?? 0;
    if (step <= 1) continue;
    const total = lines.reduce((sum, line) => (line.kind === kind ? sum + line.quantity : sum), 0);
    const { value, taxRate, priceCap } = last.price;
    const line = lines.find(
      ({ kind: other, price }) =>
        other === kind && price.value === value && price.taxRate === taxRate && price.priceCap === priceCap,
    );
    if (line) line.quantity += Math.ceil(total / step - 1e-9) * step - total;
  }
}

function usesIn(request: ReadRequest): Use[] {
  const { readsExtensions } = request;
  const startS = second(request.session.startedAt);
  const prices = request.prices.filter(price => isValidAtStart(price, request.session.startedAt));
  const uses: Use[] = [];
  let hasStarted = false;
  for (const piece of piecesOf(request)) {
    const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(piece.atS * 1000)).toZonedDateTimeISO(request.timeZone);
    for (const price of prices) {
      const exact = readsExtensions ? extensionOf(price) : {};
      if (!isWithin(piece.atS - startS, exact.fromSeconds, exact.toSeconds, price.timeBasedApplicability, 'Minute', 60)) continue;
      if (!isWithin(piece.fromWh, exact.fromWh, exact.toWh, price.energyBasedApplicability, 'KWh', 1000)) continue;
      if (!isInPeriod(price.overallPeriod, local, request)) continue;
      const kind = kindOf(price);
      if (price.priceType.value === 'basePrice') {
        if (!hasStarted) uses.push({ price, kind, quantity: 1 });
        hasStarted = true;
      } else if (price.priceType.value === 'pricePerKWh') {
        if (piece.toWh > piece.fromWh) uses.push({ price, kind, quantity: piece.toWh - piece.fromWh });
      } else if (price.priceType.value === 'pricePerMinute' && piece.toS > piece.atS && counts(exact, piece)) {
        uses.push({ price, kind, quantity: piece.toS - piece.atS, isStanding: piece.standingSinceS !== null });
      }
    }
  }
  return uses;
}

function counts(
  { counts, graceMinutes = 0, untilStandingMinutes = Number.POSITIVE_INFINITY }: Parsed,
  { atS, standingSinceS }: Piece,
) {
  if (counts === 'charging') return standingSinceS === null;
  if (counts !== 'standing') return true;
  const minutes = standingSinceS === null ? -1 : (atS - standingSinceS) / 60;
  return minutes >= graceMinutes && minutes < untilStandingMinutes;
}

function isWithin(value: number, from: number | undefined, to: number | undefined, whole: Parsed, unit: string, factor: number) {
  const [wholeFrom, wholeTo] = [whole?.[`from${unit}`], whole?.[`to${unit}`]];
  const lower = from ?? (wholeFrom === undefined ? 0 : wholeFrom * factor);
  const upper = to ?? (wholeTo === undefined ? Number.POSITIVE_INFINITY : wholeTo * factor);
  return value >= lower - 1e-6 && value < upper - 1e-6;
}

const isValidAtStart = ({ overallPeriod }: Parsed, startedAt: Date) =>
  !overallPeriod ||
  (Date.parse(overallPeriod.overallStartTime) <= startedAt.getTime() &&
    !(overallPeriod.overallEndTime && Date.parse(overallPeriod.overallEndTime) <= startedAt.getTime()));

function isInPeriod(overall: Parsed, local: Temporal.ZonedDateTime, request: ReadRequest): boolean {
  if (!overall) return true;
  const matches = (period: Parsed) => isInOnePeriod(period, local, request);
  if (overall.exceptionPeriod?.some(matches)) return false;
  return !overall.validPeriod || overall.validPeriod.some(matches);
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function isInOnePeriod(period: Parsed, local: Temporal.ZonedDateTime, { isHoliday }: ReadRequest): boolean {
  const { startOfPeriod, endOfPeriod, recurringTimePeriodOfDay, recurringDayWeekMonthPeriod, recurringSpecialDay } = period;
  if (startOfPeriod && local.epochMilliseconds < Date.parse(startOfPeriod)) return false;
  if (endOfPeriod && local.epochMilliseconds >= Date.parse(endOfPeriod)) return false;
  const days = recurringDayWeekMonthPeriod?.flatMap((each: Parsed) =>
    each.comDayWeekMonth.applicableDay.map(({ value }: Parsed) => value),
  );
  if (days && !days.includes(DAYS[local.dayOfWeek - 1])) return false;
  if (recurringSpecialDay && !isHoliday(local.toPlainDate().toString())) return false;
  const minute = local.hour * 60 + local.minute;
  return (
    !recurringTimePeriodOfDay ||
    recurringTimePeriodOfDay.some(({ startTimeOfPeriod, endTimeOfPeriod }: Parsed) => {
      const end = minuteOf(endTimeOfPeriod);
      return minute >= minuteOf(startTimeOfPeriod) && (end === 0 || minute < end);
    })
  );
}

/** Splits a session at every minute of the clock, and where a price may begin or end. */
function piecesOf({ session, prices, readsExtensions }: ReadRequest): Piece[] {
  const startS = second(session.startedAt);
  const [seconds, energies, graces]: number[][] = [[], [], []];
  for (const { timeBasedApplicability: time, energyBasedApplicability: energy, ...price } of prices) {
    const exact = readsExtensions ? extensionOf(price) : {};
    for (const each of [exact.fromSeconds ?? (time?.fromMinute ?? 0) * 60, exact.toSeconds ?? (time?.toMinute ?? 0) * 60])
      seconds?.push(startS + each);
    for (const each of [exact.fromWh ?? (energy?.fromKWh ?? 0) * 1000, exact.toWh ?? (energy?.toKWh ?? 0) * 1000])
      energies?.push(each);
    for (const each of [exact.graceMinutes ?? 0, exact.untilStandingMinutes ?? 0]) graces?.push(each * 60);
  }
  const pieces = stretchesOf(session).flatMap(stretch => {
    const { atS, toS, fromWh, toWh, standingSinceS } = stretch;
    const whAt = (at: number) => (toS === atS ? toWh : fromWh + ((toWh - fromWh) * (at - atS)) / (toS - atS));
    const cuts = new Set<number>(seconds);
    for (let minute = Math.ceil(atS / 60) * 60; minute < toS; minute += 60) cuts.add(minute);
    for (const grace of graces ?? []) if (standingSinceS !== null) cuts.add(standingSinceS + grace);
    for (const wh of energies ?? [])
      if (wh > fromWh && wh < toWh) cuts.add(atS + ((toS - atS) * (wh - fromWh)) / (toWh - fromWh));
    const inside = [atS, ...[...cuts].filter(at => at > atS && at < toS).sort((a, b) => a - b), toS];
    if (toS === atS) return [{ ...stretch }];
    return inside.slice(1).map((end, index) => {
      const begin = inside[index] ?? atS;
      return { atS: begin, toS: end, fromWh: whAt(begin), toWh: whAt(end), standingSinceS };
    });
  });
  return pieces.length > 0 ? pieces : [{ atS: startS, toS: startS, fromWh: 0, toWh: 0, standingSinceS: null }];
}

/** The vehicle stands from the first of two readings without charging. Between readings, energy flows evenly. */
function stretchesOf({ startedAt, endedAt, readings }: ReadRequest['session']): Piece[] {
  const stretches: Piece[] = [];
  let before = { atS: second(startedAt), wh: 0, isCharging: readings[0]?.isCharging ?? true };
  let standingSinceS: number | null = null;
  const last = readings.at(-1);
  const all = [...readings.map(({ at, energyWh, isCharging }) => ({ atS: second(at), wh: energyWh, isCharging }))];
  if (last === undefined || second(endedAt) > second(last.at))
    all.push({ atS: second(endedAt), wh: last?.energyWh ?? 0, isCharging: last?.isCharging ?? true });
  for (const reading of all) {
    standingSinceS = before.isCharging || reading.isCharging ? null : (standingSinceS ?? before.atS);
    if (reading.atS > before.atS || reading.wh > before.wh)
      stretches.push({ atS: before.atS, toS: reading.atS, fromWh: before.wh, toWh: reading.wh, standingSinceS });
    before = reading;
  }
  return stretches;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** One meter reading of a signed record (an entry of OCMF field RD). Null: the field is absent or not understood. */
export interface SignedReading {
  kind: 'begin' | 'end' | 'other';
  at: number | null;
  /** Value on the meter's display in thousandths of a Wh. */
  milliWh: number | null;
  unit: string | null;
  /** OBIS code of the meter register. */
  register: string | null;
  /** True if the meter marks the value as faulty. */
  isFaulty: boolean;
}

/** Contents of a meter record: its readings, and the meter, charging point and tariff that it names. */
export interface MeterValues {
  readings: readonly SignedReading[];
  meterId: string | null;
  page: { series: string; number: number } | null;
  /** EVSE ID of the charging point. Null: the record contains none. */
  evseId: string | null;
  tariffText: string | null;
}

/** Maximum number of readings per record. A charging session never has more, so a larger record is not read. */
const MAX_READINGS = 1000;
const KINDS: Readonly<Record<string, SignedReading['kind']>> = { B: 'begin', E: 'end', L: 'end', R: 'end', A: 'end', P: 'end' };
const MILLI_WH: Readonly<Record<string, number>> = { kWh: 1_000_000, Wh: 1000 };
/** OCMF fields that a meter reading may omit if the previous reading has the same value. */
const INHERITED = ['RI', 'RU', 'EF', 'ST'] as const;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function readValues(payload: JsonObject): MeterValues {
  const { RD, PG, MS, GS, CT, CI, TT } = payload;
  const all: readonly unknown[] = Array.isArray(RD) && RD.length <= MAX_READINGS ? RD : [];
  let before: JsonObject = {};
  const readings = all.map(each => {
    const reading: JsonObject = typeof each === 'object' && each !== null ? (each as JsonObject) : {};
    before = { ...reading, ...Object.fromEntries(INHERITED.map(field => [field, reading[field] ?? before[field]])) };
    return readReading(before);
  });
  return {
    readings,
    meterId: textOf(MS) ?? textOf(GS),
    page: readPage(PG),
    evseId: CT === 'EVSEID' ? textOf(CI) : null,
    tariffText: textOf(TT),
  };
}

function readReading({ TX, TM, RV, RU, RI, EF, ST }: JsonObject): SignedReading {
  const unit = textOf(RU);
  const scale = unit !== null && Object.hasOwn(MILLI_WH, unit) ? MILLI_WH[unit] : undefined;
  const milliWh = typeof RV === 'number' && scale !== undefined ? Math.round(RV * scale) : null;
  return {
    kind: (typeof TX === 'string' && Object.hasOwn(KINDS, TX) ? KINDS[TX] : undefined) ?? 'other',
    at: readTime(TM),
    milliWh: milliWh !== null && Number.isSafeInteger(milliWh) ? milliWh : null,
    unit,
    register: textOf(RI),
    isFaulty: (typeof ST === 'string' && ST !== 'G') || (typeof EF === 'string' && EF.includes('E')),
  };
}

/**
 * Parses a time such as '2026-11-21T10:00:00,000+0100 S': local time with offset. The letter at the end tells how the meter's
 * clock was set, and is ignored.
 */
function readTime(text: unknown): number | null {
  const [, wall, millis, hours, minutes] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[,.](\d{3})([+-]\d\d):?(\d\d) ?[A-Z]?$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (wall === undefined) return null;
  const at = Date.parse(`${wall}.${millis}${hours}:${minutes}`);
  return Number.isNaN(at) ? null : at;
}

/** Parses a record number such as 'T42'. Records of transactions (T) and other records (F) are numbered separately. */
function readPage(text: unknown): MeterValues['page'] {
  const [, series, digits] = /^([A-Z])(\d{1,15})$/.exec(typeof text === 'string' ? text : '') ?? [];
  return series === undefined ? null : { series, number: Number(digits) };
}

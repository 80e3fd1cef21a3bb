import type { Sample } from './updates.ts';
import { instantIn, listIn, type Message, messageIn, numberIn, textIn } from './values.ts';

/** One `sampledValue` of a message, in base units such as Wh and W. */
interface Value {
  measurand: string;
  phase: string | null;
  location: string;
  context: Sample['context'];
  value: number;
}

/** Units of a thousand base units, in lower case (OCPP 1.6 §7.45). In OCPP 2.x, `multiplier` gives a power of ten as well. */
const THOUSANDS = new Set(['kwh', 'kw', 'kvarh', 'kva', 'kvar']);

/**
 * Locations of the values that belong to a session. 'Inlet' is the grid side or the main meter (OCPP 2.0.1 J01.FR.14) and counts
 * only for the battery.
 */
const LOCATIONS = ['Outlet', 'Cable', 'Body', 'EV'];
const BATTERY_LOCATIONS = [...LOCATIONS, 'Inlet'];

const REGISTER = 'Energy.Active.Import.Register';

function contextOf(text: string | null): Sample['context'] {
  if (text === 'Transaction.Begin') return 'begin';
  return text === 'Transaction.End' ? 'end' : 'live';
}

/**
 * Parses a value of any OCPP version.
 * @returns null if it is signed or not a number
 */
function readValue(sampled: Message): Value | null {
  if (textIn(sampled.format) === 'SignedData') return null;
  const number = numberIn(sampled.value);
  if (number === null) return null;
  const measured = messageIn(sampled.unitOfMeasure);
  const unit = textIn(sampled.unit) ?? textIn(measured.unit) ?? '';
  const multiplier = numberIn(measured.multiplier) ?? 0;
  return {
    // Missing fields have the defaults of OCPP 1.6 §4.7.
    measurand: textIn(sampled.measurand) ?? REGISTER,
    phase: textIn(sampled.phase),
    location: textIn(sampled.location) ?? 'Outlet',
    context: contextOf(textIn(sampled.context)),
    value: number * 10 ** multiplier * (THOUSANDS.has(unit.toLowerCase()) ? 1000 : 1),
  };
}

const ADDED_UP = [
  ['L1', 'L2', 'L3'],
  ['L1-N', 'L2-N', 'L3-N'],
];

/** Returns the total over all phases. If the station sends none, the sum of the phases. */
function totalOf(values: readonly Value[], measurand: string, locations = LOCATIONS): number | null {
  for (const location of locations) {
    const here = values.filter(value => value.measurand === measurand && value.location === location);
    const total = here.find(({ phase }) => phase === null);
    if (total) return total.value;
    for (const phases of ADDED_UP) {
      const parts = here.filter(({ phase }) => phase !== null && phases.includes(phase));
      if (parts.length > 0) return parts.reduce((sum, { value }) => sum + value, 0);
    }
  }
  return null;
}

const percent = (value: number | null): number | null =>
  value !== null && value >= 0 && value <= 100 ? Math.round(value) : null;

/** Returns the state of charge, including the values that stations with OCPP 2.1 show on their own screens. */
function batteryOf(values: readonly Value[]): Sample['battery'] {
  const of = (measurand: string) => totalOf(values, measurand, BATTERY_LOCATIONS);
  const secondsLeft = of('Display.RemainingTimeToTargetSOC');
  const battery = {
    percent: percent(of('SoC') ?? of('Display.PresentSOC')),
    targetPercent: percent(of('Display.TargetSOC')),
    minutesLeft: secondsLeft !== null && secondsLeft >= 0 ? Math.ceil(secondsLeft / 60) : null,
  };
  return Object.values(battery).every(part => part === null) ? null : battery;
}

/** Parses a `meterValue` of any OCPP version: one instant, with one sample for each context. */
function samplesOf(meterValue: Message): Sample[] {
  const at = instantIn(meterValue.timestamp);
  if (at === null) return [];
  const all = listIn(meterValue.sampledValue).flatMap(sampled => readValue(sampled) ?? []);
  return (['begin', 'live', 'end'] as const).flatMap(context => {
    const values = all.filter(value => value.context === context);
    if (values.length === 0) return [];
    return {
      at,
      context,
      registerWh: totalOf(values, REGISTER),
      intervalWh: totalOf(values, 'Energy.Active.Import.Interval'),
      powerW: totalOf(values, 'Power.Active.Import'),
      battery: batteryOf(values),
    };
  });
}

/**
 * Parses a list of meter values.
 * @returns samples in order of time
 */
export const readSamples = (meterValues: unknown): readonly Sample[] =>
  listIn(meterValues)
    .flatMap(samplesOf)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());

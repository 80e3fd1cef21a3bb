import { percentOf, shownWh } from './meter.ts';
import type { Payload, Plug, Station } from './station.ts';

export interface Sampled {
  measurand: string;
  value: number;
  /** Unit; null: the message contains no unit. */
  unit: string | null;
  phase?: string;
  location?: string;
  context: string;
}

export type SampleContext = 'Sample.Periodic' | 'Trigger' | 'Transaction.Begin' | 'Transaction.End';

const ENERGY = 'Energy.Active.Import.Register';
/** Unit that is sent for each value of the switch `unit`. For `kWh said as Wh`, it is intentionally wrong. */
const UNITS = { Wh: 'Wh', kWh: 'kWh', none: null, 'kWh said as Wh': 'Wh' } as const;
const PHASES = ['L1', 'L2', 'L3'] as const;

/** Returns the current meter values in the form that the switches of the station define. */
export function sampled(
  station: Station,
  plug: Plug,
  { measurands, context, wh = shownWh(plug) }: { measurands: readonly string[]; context: SampleContext; wh?: number },
): Sampled[] {
  const { meter } = station.at(plug);
  const energy = measurands.includes(ENERGY) ? energyOf(station, plug, { wh, context }) : [];
  if (context === 'Transaction.Begin') return energy;
  const power: Sampled[] =
    measurands.includes('Power.Active.Import') && meter.power !== 'none'
      ? [
          {
            measurand: 'Power.Active.Import',
            value: meter.power === 'kW' ? plug.meter.powerW / 1000 : plug.meter.powerW,
            unit: meter.power === 'without unit' ? null : meter.power,
            context,
          },
        ]
      : [];
  return [...energy, ...power, ...batteryOf(station, plug, { measurands, context })];
}

function energyOf(station: Station, plug: Plug, { wh, context }: { wh: number; context: SampleContext }): Sampled[] {
  const { unit, energy } = station.at(plug).meter;
  const sampleOf = (value: number, measurand = ENERGY): Sampled => ({
    measurand,
    value: unit.startsWith('kWh') ? value / 1000 : value,
    unit: UNITS[unit],
    context,
  });
  const phases = PHASES.map((phase, n) => ({ ...sampleOf(n === 0 ? wh - 2 * Math.floor(wh / 3) : Math.floor(wh / 3)), phase }));
  if (energy === 'interval') {
    const since = plug.flow?.reportedWh ?? wh;
    if (plug.flow) plug.flow.reportedWh = wh;
    return context === 'Sample.Periodic' ? [sampleOf(wh - since, 'Energy.Active.Import.Interval')] : [];
  }
  const all = { total: [sampleOf(wh)], phases, 'total and phases': [sampleOf(wh), ...phases], none: [] };
  return all[energy];
}

function batteryOf(
  station: Station,
  plug: Plug,
  { measurands, context }: { measurands: readonly string[]; context: SampleContext },
): Sampled[] {
  const { meter, vehicle } = station.at(plug);
  const percent = Math.floor(percentOf(station, plug));
  const all: Sampled[] = [];
  if (station.facts.isDc && meter.hasBattery && measurands.includes('SoC'))
    all.push({ measurand: 'SoC', value: percent, unit: 'Percent', location: 'EV', context });
  if (station.facts.version !== '2.1' || !meter.hasDisplayMeasurands) return all;
  const leftWh = ((100 - percent) / 100) * vehicle.batteryWh;
  const seconds = plug.meter.powerW > 0 ? Math.round((leftWh / plug.meter.powerW) * 3600) : 0;
  return [
    ...all,
    { measurand: 'Display.PresentSOC', value: percent, unit: 'Percent', location: 'EV', context },
    { measurand: 'Display.TargetSOC', value: 100, unit: 'Percent', location: 'EV', context },
    { measurand: 'Display.RemainingTimeToTargetSOC', value: seconds, unit: 's', location: 'EV', context },
    { measurand: 'Display.ChargingComplete', value: percent >= 100 ? 1 : 0, unit: null, location: 'EV', context },
  ];
}

/** Converts a meter value to the format of OCPP 1.6, where values are strings. */
export const in16 = ({ value, unit, ...rest }: Sampled): Payload => ({
  value: String(value),
  ...rest,
  ...(unit !== null && { unit }),
});

export const in2 = ({ unit, ...rest }: Sampled): Payload => ({ ...rest, ...(unit !== null && { unitOfMeasure: { unit } }) });

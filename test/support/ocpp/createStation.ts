import type { Clock } from '../../../server/core/ports/ports.ts';
import { changed } from '../changedSwitches.ts';
import { createLink } from './link.ts';
import { OCPP21, OCPP201 } from './ocpp2.ts';
import { OCPP16 } from './ocpp16.ts';
import { createSettings } from './settings.ts';
import type { Dialect, Line, OcppVersion, Plug, Station, StationFacts } from './station.ts';
import { SWITCHES, switchesAt } from './switches.ts';

const DIALECTS: Readonly<Record<OcppVersion, Dialect>> = { '1.6': OCPP16, '2.0.1': OCPP201, '2.1': OCPP21 };

const CLEAR: Line = { out: (frame, pass) => pass(frame), in: (frame, pass) => pass(frame) };

/** Creates a simulated charging station that is not connected yet. */
export function createStation(
  facts: StationFacts,
  {
    clock,
    switches,
    note = () => undefined,
  }: { clock: Clock; switches: Readonly<Record<string, unknown>>; note?: (line: string) => void },
): Station {
  const station: Station = {
    facts: { ...facts },
    switches: changed(SWITCHES, switches),
    at: ({ number }) => switchesAt(station.switches, number),
    clock,
    offsetMs: 0,
    link: createLink(() => station),
    line: CLEAR,
    settings: createSettings(),
    dialect: DIALECTS[facts.version],
    plugs: [],
    screen: new Map(),
    isOff: false,
    isDark: false,
    isOperative: true,
    bootReason: 'PowerUp',
    note,
  };
  const { firstWh } = station.switches.meter;
  station.plugs = Array.from({ length: facts.plugs }, (_, n) => plugOf(n + 1, { firstWh, nowMs: clock.now().getTime() }));
  return station;
}

const plugOf = (number: number, { firstWh, nowMs }: { firstWh: number; nowMs: number }): Plug => ({
  number,
  isCabled: false,
  isFaulted: false,
  isOperative: true,
  nextOperative: null,
  isFinishing: false,
  grant: null,
  givenUp: null,
  flow: null,
  transaction: null,
  meter: { registerWh: firstWh, chargedWh: 0, powerW: 0, asOfMs: nowMs },
  pagination: 0,
  keys: null,
  reportedStatus: '',
  unheardAnswers: 0,
  lostStops: 0,
  paidUntilMs: 0,
  waiting: new AbortController(),
});

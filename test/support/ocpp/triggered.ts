import { count } from './meter.ts';
import type { Message, Payload, Plug, Station } from './station.ts';
import { sendStatus } from './statuses.ts';

export type Triggers = Readonly<Record<string, (station: Station, plugs: readonly Plug[]) => void>>;

/** What the house has asked for, also before the station is registered. */
export const triggeredMessage = (action: string, payload: () => Payload): Message => ({
  action,
  payload,
  isStored: false,
  isRequestedFor: true,
});

/** What the meter says at this instant, not at the last interval. */
export function sendMeterNow(station: Station, plug: Plug): void {
  count(station, plug);
  station.dialect.sampled(station, plug, 'Trigger');
}

/** What a TriggerMessage makes a station of any version tell; no plug: the station itself. */
export const ALWAYS: Triggers = {
  BootNotification(station) {
    const { dialect, link } = station;
    link.send({
      ...triggeredMessage('BootNotification', () => dialect.boot(station, 'Triggered')),
      onAnswer: answer => link.registered(answer),
    });
  },
  Heartbeat: ({ link }) => link.send(triggeredMessage('Heartbeat', () => ({}))),
  MeterValues(station, plugs) {
    for (const plug of plugs) sendMeterNow(station, plug);
  },
  StatusNotification(station, plugs) {
    for (const plug of plugs.length === 0 ? [null] : plugs) sendStatus(station, plug, { always: true });
  },
};

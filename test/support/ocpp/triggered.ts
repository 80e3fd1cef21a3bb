import { count } from './meter.ts';
import type { Message, Payload, Plug, Station } from './station.ts';
import { sendStatus } from './statuses.ts';

export type Triggers = Readonly<Record<string, (station: Station, plugs: readonly Plug[]) => void>>;

/** Creates a message that the app has triggered. It is sent even before the station is registered. */
export const triggeredMessage = (action: string, payload: () => Payload): Message => ({
  action,
  payload,
  isStored: false,
  isRequestedFor: true,
});

/** Sends the current meter values at once, independent of the sampling interval. */
export function sendMeterNow(station: Station, plug: Plug): void {
  count(station, plug);
  station.dialect.sampled(station, plug, 'Trigger');
}

/**
 * The messages that a TriggerMessage can request in every OCPP version. Without plugs in the request, they concern the whole
 * station.
 */
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

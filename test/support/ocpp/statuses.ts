import type { Plug, Station } from './station.ts';

/** Sends the status of a plug if the status has changed since the last message. */
export function sendStatus(station: Station, plug: Plug | null, { always } = { always: false }): void {
  const { dialect, switches, link } = station;
  if (!switches.status.isSent || !link.isOpen()) return;
  const status = dialect.statusOf(station, plug);
  if (plug !== null && plug.reportedStatus === status && !always) return;
  if (plug !== null) plug.reportedStatus = status;
  dialect.reportStatus(station, plug, status);
}

export function sendAllStatuses(station: Station): void {
  for (const plug of [null, ...station.plugs]) sendStatus(station, plug, { always: true });
}

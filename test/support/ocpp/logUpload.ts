import type { Payload, Reply, Station } from './station.ts';

const FILE = 'station.log';

/** Answers GetDiagnostics of OCPP 1.6, and uploads the log. */
export function getDiagnostics(station: Station, { location }: Payload): Reply {
  const { text } = station.switches.log;
  if (text === null) return { answer: {} };
  return {
    answer: { fileName: FILE },
    after: () => void upload(station, { text, location, action: 'DiagnosticsStatusNotification' }),
  };
}

/** Answers GetLog of OCPP 2.x and of the security extension of OCPP 1.6, and uploads the log. */
export function getLog(station: Station, { log, requestId }: Payload): Reply {
  const { text } = station.switches.log;
  if (text === null) return { answer: { status: 'Rejected' } };
  const { remoteLocation: location } = log as Payload;
  const status = { action: 'LogStatusNotification', requestId };
  return { answer: { status: 'Accepted', filename: FILE }, after: () => void upload(station, { text, location, ...status }) };
}

interface Upload {
  text: string;
  location: unknown;
  /** Action of the messages about the upload. */
  action: string;
  requestId?: unknown;
}

async function upload({ link }: Station, { text, location, action, requestId }: Upload): Promise<void> {
  const report = (status: string) =>
    link.send({ action, payload: () => ({ status, ...(requestId !== undefined && { requestId }) }), isStored: false });
  report('Uploading');
  const isDone = await fetch(`${location}${FILE}`, { method: 'PUT', body: text }).then(
    ({ ok }) => ok,
    () => false,
  );
  const failure = action === 'LogStatusNotification' ? 'UploadFailure' : 'UploadFailed';
  report(isDone ? 'Uploaded' : failure);
}

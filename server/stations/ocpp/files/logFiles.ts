import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type LogFileState, type LogKind, MAX_LOG_FILE_BYTES } from '../../../../shared/console/stationLogFiles.ts';
import { DAY_MS } from '../../../../shared/model/time.ts';
import type { LogFileRows, UploadAttempt } from '../../../core/ports/stationLogFiles.ts';
import { integerIn, type Message, textIn } from '../messages/values.ts';

interface LogFilesDependencies {
  rows: LogFileRows;
  /** Address below which stations upload files: 'https://charge.example/ocpp/files'. */
  baseUrl: string;
  now(): Date;
}

/** A request that a station receives. */
export interface LogRequest {
  kind: LogKind;
  requestId: number;
  location: string;
}

/** 'received': the file had arrived before. 'unknown': staff have not requested this file, or more than a day ago. */
export type UploadResult = 'stored' | 'received' | 'unknown' | 'too many' | 'too large' | 'empty' | 'replaced';

/** How long a station may upload a file after the request. */
const VALID_MS = DAY_MS;
/** Size of the parts in which a file is stored. One part of each running upload is in memory. */
const PART_BYTES = 256 * 1024;
/** A request id is a signed integer of 32 bits. */
const MAX_REQUEST_ID = 2 ** 31 - 1;
const MAX_NAME_LENGTH = 100;

/** The status words of DiagnosticsStatusNotification (OCPP 1.6) and LogStatusNotification (N01). 'Idle' says nothing about an upload. */
const STATES: Readonly<Record<string, LogFileState>> = {
  Uploading: 'uploading',
  Uploaded: 'uploaded',
  UploadFailed: 'failed',
  UploadFailure: 'failed',
  BadMessage: 'refused',
  NotSupportedOperation: 'refused',
  PermissionDenied: 'refused',
  AcceptedCanceled: 'canceled',
};

/** Requests log files of stations, and receives them. */
export function createLogFiles({ rows, baseUrl, now }: LogFilesDependencies) {
  const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
  return {
    /**
     * Prepares a request for a log file.
     * @param to server of the operator that receives the file; null: the app receives the file
     * @returns `location`: address for the station; it ends with a slash, because OCPP 1.6 names a directory
     */
    async prepare(stationId: string, { kind, to }: { kind: LogKind; to: string | null }) {
      const [id, requestId] = [randomBytes(9).toString('base64url'), randomInt(1, MAX_REQUEST_ID)];
      const token = randomBytes(32).toString('base64url');
      const tokenHash = to === null ? hashOf(token) : null;
      // The address may contain a password, so only its host is stored.
      const server = to && new URL(to).host;
      await rows.add({ ...{ id, stationId, kind, requestId, tokenHash, to: server }, requestedAt: now() });
      return { id, requestId, location: to ?? `${baseUrl}/${token}/` };
    },
    remove: rows.remove,
    /** Notes that the station has named no file. Some stations upload one nevertheless. */
    noteNone: (stationId: string, requestId: number) => rows.report({ stationId, requestId, state: 'none', at: now() }),
    /** Stores what a station reports about an upload. */
    async report(stationId: string, message: Message): Promise<void> {
      const state = STATES[textIn(message.status) ?? ''];
      if (state) await rows.report({ stationId, requestId: integerIn(message.requestId), state, at: now() });
    },
    /** Receives an upload. The memory never has more than one part of it. */
    async receive({
      token,
      name,
      bytes,
    }: {
      token: string;
      name: string;
      bytes: AsyncIterable<Uint8Array>;
    }): Promise<UploadResult> {
      const requestedSince = new Date(now().getTime() - VALID_MS);
      const upload = await rows.begin({ tokenHash: hashOf(token), requestedSince });
      if (upload === 'full') return 'too many';
      if (typeof upload === 'string') return upload;
      let result: UploadResult = 'replaced';
      try {
        const sizeBytes = await store(upload, bytes);
        if (sizeBytes === 0 || sizeBytes === null) result = sizeBytes === 0 ? 'empty' : 'too large';
        else if (await rows.complete(upload, { name: safeName(name), sizeBytes, at: now() })) result = 'stored';
      } finally {
        if (result !== 'stored') await rows.abandon(upload);
      }
      return result;
    },
  };

  /** @returns the number of bytes; null: too many */
  async function store(upload: UploadAttempt, bytes: AsyncIterable<Uint8Array>): Promise<number | null> {
    let [size, number, waiting]: [number, number, Uint8Array[]] = [0, 0, []];
    const write = async () => {
      const part = Buffer.concat(waiting);
      waiting = [];
      if (part.length > 0) await rows.addPart(upload, { number: number++, bytes: part });
    };
    let length = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MAX_LOG_FILE_BYTES) return null;
      waiting.push(chunk);
      length += chunk.length;
      if (length < PART_BYTES) continue;
      length = 0;
      await write();
    }
    await write();
    return size;
  }
}

export type LogFiles = ReturnType<typeof createLogFiles>;

/** Leaves only letters, digits, dots, hyphens and underscores of a file name. Folders are dropped. */
const safeName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last.replaceAll(/[^\w.-]+/g, '_').replace(/^[._]+/, '');
  return plain.slice(-MAX_NAME_LENGTH) || 'log';
};

import { createHash, randomBytes } from 'node:crypto';
import { type LogFileState, type LogKind, MAX_LOG_FILE_BYTES } from '../../../../shared/console/stationLogFiles.ts';
import { DAY_MS } from '../../../../shared/model/time.ts';
import type { LogFileRows, UploadAttempt } from '../../../core/ports/stationLogFiles.ts';
import { createRequestId } from '../messages/requests.ts';
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

/** 'replaced': another upload of the same file has begun, or the request was removed. */
export type UploadResult = 'stored' | 'too large' | 'empty' | 'replaced';

/** How long a station may upload a file after the request. */
const VALID_MS = DAY_MS;
/** Size of the parts in which a file is stored. One part of each running upload is in memory. */
const PART_BYTES = 256 * 1024;
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
      const [id, requestId] = [randomBytes(9).toString('base64url'), createRequestId()];
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
    /** Begins an upload by the secret in its address. */
    begin: (token: string) => rows.begin({ tokenHash: hashOf(token), requestedSince: new Date(now().getTime() - VALID_MS) }),
    /** Receives an upload. The memory never has more than one part of it. If it fails, nothing of it stays. */
    async receive(
      upload: UploadAttempt,
      { name, bytes }: { name: string; bytes: AsyncIterable<Uint8Array> },
    ): Promise<UploadResult> {
      let result: UploadResult = 'replaced';
      try {
        const stored = await store(upload, bytes);
        if (typeof stored === 'string') result = stored;
        else if (await rows.complete(upload, { name: safeName(name), sizeBytes: stored, at: now() })) result = 'stored';
      } finally {
        if (result !== 'stored') await rows.abandon(upload);
      }
      return result;
    },
  };

  /** @returns the number of bytes, or why the upload was not stored */
  async function store(upload: UploadAttempt, bytes: AsyncIterable<Uint8Array>): Promise<number | UploadResult> {
    // The bytes are copied, because a station may send them one by one, and each chunk takes more memory than its bytes.
    const part = Buffer.alloc(PART_BYTES);
    let [size, number, filled] = [0, 0, 0];
    const write = async () => {
      const isCurrent = await rows.addPart(upload, { number: number++, bytes: Buffer.from(part.subarray(0, filled)) });
      filled = 0;
      return isCurrent;
    };
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MAX_LOG_FILE_BYTES) return 'too large';
      for (let from = 0; from < chunk.length; ) {
        const some = chunk.subarray(from, from + PART_BYTES - filled);
        part.set(some, filled);
        filled += some.length;
        from += some.length;
        if (filled === PART_BYTES && !(await write())) return 'replaced';
      }
    }
    if (size === 0) return 'empty';
    return filled > 0 && !(await write()) ? 'replaced' : size;
  }
}

export type LogFiles = ReturnType<typeof createLogFiles>;

/** Leaves only letters, digits, dots, hyphens and underscores of a file name. Folders are dropped. */
const safeName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last.replaceAll(/[^\w.-]+/g, '_').replace(/^[._]+/, '');
  return plain.slice(-MAX_NAME_LENGTH) || 'log';
};

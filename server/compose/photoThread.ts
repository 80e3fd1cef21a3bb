import { parentPort } from 'node:worker_threads';
import type { PageAnswer } from '../adapters/drawing/messages.ts';
import { redrawPhoto } from '../adapters/photos/redrawPhoto.ts';

// Worker thread that draws the photos of visitors again. server/adapters/drawing starts this module with the first photo, so that
// a process without photos loads no decoder.

parentPort?.on('message', async ({ photo }: { photo: Uint8Array }) => {
  // Copied, because bytes of a buffer that other data share cannot be transferred.
  const answer: PageAnswer = { bytes: Uint8Array.from((await redrawPhoto(photo)) ?? []) };
  parentPort?.postMessage(answer, [answer.bytes.buffer as ArrayBuffer]);
});

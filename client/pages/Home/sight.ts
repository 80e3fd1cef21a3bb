import { readEvseId } from '../../../shared/model/evseId.ts';
import type { CodeReader } from './codeReader.ts';

// Camera and QR code reader. They are in a chunk that is loaded only when a visitor starts to scan.

/** Declared here, because TypeScript's DOM library lacks BarcodeDetector. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass;
  }
}

/** An open camera with a QR code reader. */
export interface Sight {
  /** Shows the camera picture and calls `found` once, with the first EVSE ID. QR codes without an EVSE ID are ignored. */
  show(picture: HTMLVideoElement, found: (evseId: string) => void): void;
  close(): void;
}

const FORMAT = 'qr_code';
const DETECT_INTERVAL_MS = 250;

/**
 * Opens the camera and loads the QR code reader at the same time.
 * @returns 'denied' if the camera is not available; 'failed' if the reader did not load
 */
export async function openSight(): Promise<Sight | 'denied' | 'failed'> {
  const [camera, reader] = await Promise.allSettled([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    openReader(),
  ]);
  if (camera.status === 'rejected') return 'denied';
  if (reader.status === 'fulfilled') return sightOf(camera.value, reader.value);
  turnOff(camera.value);
  return 'failed';
}

function sightOf(stream: MediaStream, reader: CodeReader): Sight {
  let isOver = false;
  return {
    show(picture, found) {
      picture.srcObject = stream;
      const detectCode = async () => {
        // `detect` throws until the camera has delivered its first frame.
        const codes = await reader.detect(picture).catch(() => []);
        const evseId = codes.map(({ rawValue }) => readEvseId(rawValue)?.canonical).find(id => id !== undefined);
        if (isOver) return;
        if (evseId === undefined) setTimeout(() => void detectCode(), DETECT_INTERVAL_MS);
        else found(evseId);
      };
      void detectCode();
    },
    close() {
      isOver = true;
      turnOff(stream);
    },
  };
}

/**
 * Returns the browser's BarcodeDetector. For browsers without one, such as Firefox or those on iPhones, returns the app's own
 * reader.
 */
async function openReader(): Promise<CodeReader> {
  const Class = window.BarcodeDetector;
  const formats = (await Class?.getSupportedFormats().catch(() => [])) ?? [];
  if (Class && formats.includes(FORMAT)) return new Class({ formats: [FORMAT] });
  const { createCodeReader } = await import('./codeReader.ts');
  return createCodeReader();
}

function turnOff(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

import decodeQR from 'qr/decode.js';

/** The part of the BarcodeDetector API that this page uses to read QR codes. */
export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** Maximum side length of the scanned picture. Camera pictures are scaled down, because more pixels only cost time. */
const MAX_SIDE_PX = 720;

/** Creates a QR code reader for browsers without BarcodeDetector. */
export function createCodeReader(): CodeReader {
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext('2d', { willReadFrequently: true });
  return {
    async detect(video) {
      const { videoWidth, videoHeight } = video;
      if (!paper || videoWidth === 0 || videoHeight === 0) return [];
      const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight));
      const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      paper.drawImage(video, 0, 0, width, height);
      const { data } = paper.getImageData(0, 0, width, height);
      try {
        return [{ rawValue: decodeQR({ width, height, data }) }];
      } catch {
        // The library throws if the picture contains no QR code.
        return [];
      }
    },
  };
}

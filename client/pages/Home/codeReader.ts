import decodeQR from 'qr/decode.js';

/** Detects QR codes in a picture. The interface is the part of BarcodeDetector that this page uses. */
export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** A camera picture has many more pixels than a QR code needs, and each pixel takes time. */
const MAX_SIDE_PX = 720;

/** Reads QR codes for browsers without BarcodeDetector. */
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
        // The library throws for a picture without a code.
        return [];
      }
    },
  };
}

import decodeQR from 'qr/decode.js';

/** Tells what codes a picture shows: what some browsers can do themselves. */
export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** A phone's picture has many more points than a code needs, and each costs time. */
const MAX_SIDE_PX = 720;

/** Reads QR codes in pictures, for browsers that cannot do it themselves. */
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
        // It throws for a picture without a code.
        return [];
      }
    },
  };
}

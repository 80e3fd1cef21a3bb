import type { RefObject } from 'react';
import { styled } from 'styled-components';
import { LabelDrawing } from '../../components/figure/LabelPicture.tsx';

interface FinderProps {
  /** The element that shows the picture of the camera. Null: the camera is off, and a drawing of a label takes its place. */
  video: RefObject<HTMLVideoElement | null> | null;
}

/** The viewfinder of the scanner: four corners and a beam over the label, or over the picture of the camera. */
export function Finder({ video }: FinderProps) {
  return (
    <Box data-on={video ? '' : undefined} aria-hidden="true">
      {video && <video ref={video} autoPlay muted playsInline />}
      <svg viewBox="0 0 220 220" aria-hidden="true" focusable="false">
        {!video && (
          <g transform="translate(58 40)">
            <LabelDrawing />
          </g>
        )}
        <path
          data-part="corner"
          d="M14 58V26a12 12 0 0 1 12-12h32M162 14h32a12 12 0 0 1 12 12v32M206 162v32a12 12 0 0 1-12 12h-32M58 206H26a12 12 0 0 1-12-12v-32"
        />
        <path data-part="beam" d="M34 110h152" />
      </svg>
    </Box>
  );
}

const Box = styled.div`
  position: relative;
  width: min(44vw, 10rem);
  margin: var(--s3) auto;
  &[data-on] {
    width: min(100%, 20rem);
  }
  video {
    display: block;
    width: 100%;
    aspect-ratio: 1;
    object-fit: cover;
    border-radius: 12px;
    background: #000;
  }
  svg {
    width: 100%;
    height: auto;
  }
  &[data-on] svg {
    position: absolute;
    inset: 0;
    --data-line: #fff;
  }
  [data-part='corner'],
  [data-part='beam'] {
    fill: none;
    stroke: var(--data-line);
    stroke-width: 5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  [data-part='beam'] {
    stroke-width: 3;
    animation: beam 2.6s ease-in-out infinite;
  }
  @keyframes beam {
    0%,
    100% {
      transform: translateY(-34px);
    }
    50% {
      transform: translateY(34px);
    }
  }
  @media (forced-colors: active) {
    --data-line: CanvasText;
  }
`;

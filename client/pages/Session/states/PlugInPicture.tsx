import { styled } from 'styled-components';
import { PlateNumber } from '../../../components/text/Plate.tsx';

/**
 * The plate of the plug, a cable and the car. Dashes run along the cable until the vehicle is connected. The plate is outside of
 * the SVG, so that a view transition can move the plate to the head of the next page.
 */
export function PlugInPicture({ number }: { number: string }) {
  return (
    <Box aria-hidden="true">
      <svg viewBox="0 0 360 140" aria-hidden="true" focusable="false">
        <path data-part="ground" d="M8 132h344" />
        <path
          data-part="car"
          d="M196 118h-6a8 8 0 0 1-8-8V92c0-9 5-14 14-16l15-3 19-22c4-5 9-7 16-7h42c7 0 12 2 16 8l16 21 20 5c9 2 13 8 13 16v16a8 8 0 0 1-8 8h-7M224 118h72"
        />
        <path data-part="glass" d="M222 73l14-16c3-3 6-4 10-4h17v20zM271 53h15c4 0 7 1 10 5l11 15h-36z" />
        <circle data-part="solid" cx="210" cy="119" r="13" />
        <circle data-part="solid" cx="311" cy="119" r="13" />
        <path data-part="cable" d="M80 92c26 0 18 26 38 26h6" />
        <g transform="translate(124 118)">
          <path data-part="solid" d="M0-9h14a9 9 0 0 1 0 18H0z" />
          <path data-part="car" d="M23-4h6M23 4h6" />
        </g>
        <path data-part="arrow" d="M158 112c8-2 12-6 15-13m0 0l-6 3m6-3l2 6.5" />
      </svg>
      <PlateNumber>{number}</PlateNumber>
    </Box>
  );
}

const Box = styled.div`
  position: relative;
  width: 100%;
  max-width: 26rem;
  margin: var(--s3) auto;
  container-type: inline-size;
  svg {
    width: 100%;
    height: auto;
    fill: none;
    stroke: var(--ink);
    stroke-width: 3;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  ${PlateNumber} {
    position: absolute;
    left: 2.8%;
    top: 41.4%;
    width: 18.4%;
    min-width: 0;
    height: 47.2%;
    padding: 0;
    font-size: 11cqw;
    view-transition-name: plate;
  }
  [data-part='ground'] {
    stroke: var(--line);
    stroke-width: 2;
  }
  [data-part='glass'] {
    fill: var(--data-soft);
  }
  [data-part='solid'] {
    fill: var(--page);
  }
  [data-part='arrow'] {
    stroke: var(--data-line);
  }
  [data-part='cable'] {
    stroke: var(--data-line);
    stroke-width: 5;
    stroke-dasharray: 2 13;
    animation: run 1.2s linear infinite;
  }
  @keyframes run {
    to {
      stroke-dashoffset: -30;
    }
  }
  @media (forced-colors: active) {
    svg,
    [data-part='cable'],
    [data-part='arrow'] {
      stroke: CanvasText;
    }
    [data-part='glass'] {
      fill: none;
    }
  }
  @media print {
    display: none;
  }
`;

import { styled } from 'styled-components';
import { useVisit } from '../../core/pageData.tsx';

/** The EVSE ID of the example that the hints of the ID field show. The QR code of the picture contains the same ID. */
export const EXAMPLE_ID = 'DE*ABC*E1234*1';

/** Width and height of the label in units of the picture. */
const LABEL = { width: 104, height: 140 } as const;

/** A picture of the label on a charging point. A frame marks the printed EVSE ID. */
export function LabelPicture() {
  return (
    <Picture viewBox={`0 0 ${LABEL.width} ${LABEL.height}`} aria-hidden="true" focusable="false">
      <LabelDrawing />
      <rect data-part="mark" x="6" y="114" width="92" height="20" rx="10" />
    </Picture>
  );
}

/** The shapes of the label, for a picture that contains more than the label. */
export function LabelDrawing() {
  const { sprite } = useVisit();
  return (
    <Label>
      <rect data-part="paper" x="1" y="1" width={LABEL.width - 2} height={LABEL.height - 2} rx="8" />
      <path data-part="band" d="M2 9a7 7 0 0 1 7-7h86a7 7 0 0 1 7 7v19H2z" />
      <text data-part="number" x="52" y="21">
        2
      </text>
      <use href={`${sprite}#qr-example`} x="17" y="36" width="70" height="70" />
      <text data-part="id" x="52" y="127">
        {EXAMPLE_ID}
      </text>
    </Label>
  );
}

const Label = styled.g`
  color: var(--ink);
  [data-part='paper'] {
    fill: var(--page);
    stroke: currentColor;
    stroke-width: 2;
  }
  [data-part='band'] {
    fill: var(--primary);
  }
  text {
    text-anchor: middle;
    font: 700 17px var(--font);
  }
  [data-part='number'] {
    fill: var(--on-primary);
  }
  [data-part='id'] {
    fill: currentColor;
    font-size: 10px;
  }
  @media (forced-colors: active) {
    [data-part='band'] {
      fill: Highlight;
    }
    [data-part='number'] {
      fill: HighlightText;
    }
  }
`;

const Picture = styled.svg`
  flex: none;
  width: 4rem;
  height: auto;
  [data-part='mark'] {
    fill: none;
    stroke: var(--data-line);
    stroke-width: 3;
  }
`;

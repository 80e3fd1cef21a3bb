import { css, styled } from 'styled-components';

export type FieldWidth = 'short' | 'mid';
const WIDTHS = { short: '9rem', mid: '14rem' } as const;

/** Label, hint, error and input in one column. With `data-error`, a vertical line on the left marks the field. */
export const FieldBox = styled.div`
  max-width: 100%;
  min-width: 0;
  &[data-error] {
    border-left: 4px solid var(--error);
    padding-left: var(--s3);
  }
`;

export const Label = styled.label`
  display: block;
  font-weight: 600;
  margin-bottom: var(--s1);
`;

export const Hint = styled.p`
  color: var(--ink-2);
  font-size: var(--t-sm);
  line-height: 1.45;
  margin-bottom: var(--s2);
`;

export const ErrorLine = styled.p`
  display: flex;
  gap: var(--s2);
  align-items: flex-start;
  color: var(--error);
  font-weight: 600;
  margin-bottom: var(--s2);
  svg {
    width: 1.25rem;
    height: 1.25rem;
    margin-top: 0.15em;
  }
`;

const box = css<{ $width?: FieldWidth | undefined }>`
  display: block;
  width: 100%;
  max-width: ${({ $width }) => ($width ? WIDTHS[$width] : 'none')};
  min-height: max(52px, 3.05rem);
  padding: var(--s2) var(--s3);
  border: 2px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--page);
  color: var(--ink);
  font: 400 min(1.0625rem, 8vw) / 1.3 var(--font);
  appearance: none;
  &:focus {
    outline: 3px solid var(--ink);
    outline-offset: 0;
    border-color: var(--ink);
  }
  &[aria-invalid='true'] {
    border-color: var(--error);
  }
`;

export const Input = styled.input<{ $width?: FieldWidth | undefined }>`
  ${box}
  font-variant-numeric: tabular-nums;
`;

/** The input of an EVSE ID. It is large and in upper case, like the ID printed on charging points. */
export const IdInput = styled(Input)`
  font-weight: 600;
  font-size: var(--t-lg);
  letter-spacing: 0.03em;
  text-transform: uppercase;
  min-height: max(60px, 3.5rem);
`;

export const Select = styled.select<{ $width?: FieldWidth | undefined }>`
  ${box}
  padding-right: 2.2rem;
  background-image: linear-gradient(45deg, transparent 50%, var(--ink) 50%),
    linear-gradient(135deg, var(--ink) 50%, transparent 50%);
  background-size: 0.42rem 0.42rem;
  background-position: calc(100% - 1.3rem) 54%, calc(100% - 0.9rem) 54%;
  background-repeat: no-repeat;
`;

/** An input with its unit on the right. */
export const Affix = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  input {
    flex: 0 1 7rem;
    min-width: 4.5rem;
    + * {
      flex: none;
    }
  }
`;

export const Fields = styled.div`
  > * + * {
    margin-top: var(--s5);
  }
  [data-dense] & > * + * {
    margin-top: var(--s3);
  }
`;

/**
 * Two short fields in one row, even on phones. Their labels begin on one line, and their inputs end on one line. If a field has an
 * error, they are stacked.
 */
export const ClosePair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--s4) var(--s3);
  > ${FieldBox} {
    display: flex;
    flex-direction: column;
    > :last-child {
      margin-top: auto;
    }
  }
  &:has([data-error]) {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 20em) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

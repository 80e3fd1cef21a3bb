import { css, styled } from 'styled-components';

/** The form. Its margins keep the outline of an error from covering text. */
export const Form = styled.form`
  > [role='group'] {
    margin-block: var(--s4);
  }
  > :last-child {
    margin-top: var(--s4);
  }
`;

/** The chips of one kind of goal and the field for the driver's own value, which is shown if chosen or faulty. A browser without `:has()` shows all fields. */
export const Group = styled.fieldset`
  margin-top: var(--s4);
  legend {
    display: flex;
    align-items: center;
    gap: 0.45em;
    margin-bottom: var(--s2);
    font-weight: 700;
  }
  legend svg {
    width: 1.25rem;
    height: 1.25rem;
    color: var(--ink-2);
  }
  [data-unreached]:not(:has(:checked)) {
    border-color: var(--line);
    color: var(--ink-2);
  }
  > p {
    margin-top: var(--s2);
  }
  > [data-part='own'] {
    padding-top: var(--s3);
  }
  &:not(:has([data-own]:checked, [data-error])) > [data-part='own'] {
    display: none;
  }
`;

/** Most goals that the server offers: three of each kind. */
const MAX_CHOICES = 12;

const shownIfChosen = Array.from(
  { length: MAX_CHOICES },
  (_, index) => css`
    form:has([data-choice='${index}']:checked) & > [data-choice='${index}'] {
      visibility: visible;
    }
  `,
);

/**
 * What to expect with the chosen goal. All forecasts are in one place, so that another choice does not move the page. A browser
 * without `:has()` shows nothing.
 */
export const Forecast = styled.div`
  display: grid;
  margin-block: var(--s4);
  @supports not selector(:has(*)) {
    display: none;
  }
  > dl {
    grid-area: 1 / 1;
    visibility: hidden;
    display: grid;
    grid-template-columns: auto auto auto;
    justify-content: space-between;
    gap: var(--s2) var(--s3);
    @media (max-width: 22em) {
      grid-template-columns: auto auto;
    }
    padding: var(--s3);
    border-radius: var(--radius-lg);
    background: var(--paper);
    font-variant-numeric: tabular-nums;
  }
  dt {
    font-size: var(--t-sm);
    line-height: 1.3;
    color: var(--ink-2);
  }
  dd {
    font-weight: 700;
    line-height: 1.25;
    hyphens: auto;
  }
  ${shownIfChosen}
  @media (forced-colors: active) {
    > dl {
      border: 1px solid CanvasText;
    }
  }
`;

import { styled } from 'styled-components';
import { COVERING_INPUT } from '../../../components/form/coveringInput.ts';

/** The form. Its margins keep the outline of an error from covering text. */
export const Form = styled.form`
  > [role='group'] {
    margin-block: var(--s4);
  }
`;

/** The kinds of goals in one row. If they do not fit, they are in one column. */
export const Kinds = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  margin-top: var(--s3);
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg);
  overflow: hidden;
`;

export const Kind = styled.label`
  position: relative;
  flex: 1 1 6rem;
  cursor: pointer;
  input {
    ${COVERING_INPUT}
  }
  span {
    display: grid;
    place-content: center;
    min-height: 48px;
    padding: var(--s2);
    text-align: center;
    font-weight: 600;
    border-right: 1px solid var(--line-strong);
  }
  &:last-child span {
    border-right: 0;
  }
  input:checked + span {
    background: var(--primary-tint);
    box-shadow: inset 0 0 0 3px var(--primary-line);
    border-radius: var(--radius-lg);
  }
  input:focus-visible + span {
    outline: 3px solid var(--ink);
    outline-offset: -7px;
    border-radius: var(--radius-lg);
  }
  @media (forced-colors: active) {
    input:checked + span {
      outline: 3px solid Highlight;
      outline-offset: -5px;
    }
  }
`;

/** Shows the field of the selected kind of goal. A browser without `:has()` shows all fields. */
export const Choices = styled.div`
  display: grid;
  gap: var(--s4);
  padding-block: var(--s4) var(--s5);
  form:has(input[value='energy']:checked) > & > [data-kind]:not([data-kind='energy']),
  form:has(input[value='amount']:checked) > & > [data-kind]:not([data-kind='amount']),
  form:has(input[value='time']:checked) > & > [data-kind]:not([data-kind='time']) {
    display: none;
  }
`;

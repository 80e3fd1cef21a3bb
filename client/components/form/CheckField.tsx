import type { ChangeEventHandler, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { CONSENT_VALUE } from '../../../shared/forms/contact.ts';
import type { FieldError } from '../../../shared/model/problem.ts';
import { FieldBox } from '../control/Field.styles.ts';
import { FieldErrorLine } from './Field.tsx';

interface CheckFieldProps {
  name: string;
  error?: FieldError | null | undefined;
  defaultChecked?: boolean;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  /** The label of the checkbox, a whole sentence. */
  children: ReactNode;
}

export function CheckField({ name, error, defaultChecked = false, onChange, children }: CheckFieldProps) {
  return (
    <FieldBox data-error={error ? '' : undefined}>
      <FieldErrorLine name={name} error={error} />
      <Row>
        <Checkbox
          type="checkbox"
          id={name}
          name={name}
          value={CONSENT_VALUE}
          defaultChecked={defaultChecked}
          onChange={onChange}
          aria-describedby={error ? `${name}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{children}</span>
      </Row>
    </FieldBox>
  );
}

const Row = styled.label`
  display: flex;
  gap: var(--s3);
  align-items: flex-start;
  padding-block: var(--s3);
  min-height: 48px;
  cursor: pointer;
  > span {
    padding-top: 0.05rem;
  }
  a {
    padding-block: 0.2rem;
  }
`;

/** Common styles of radio buttons and checkboxes. In forced-colours mode, the browser draws its native controls. */
export const drawnControl = css`
  appearance: none;
  flex: none;
  width: 1.75rem;
  height: 1.75rem;
  margin: 0;
  border: 2px solid var(--line-strong);
  background: var(--page);
  cursor: pointer;
  &[aria-invalid='true'] {
    border-color: var(--error);
  }
  &:disabled {
    border-style: dashed;
    cursor: default;
  }
  @media (forced-colors: active) {
    appearance: auto;
    width: 1.5rem;
    height: 1.5rem;
  }
`;

export const Checkbox = styled.input`
  ${drawnControl}
  border-radius: 4px;
  position: relative;
  &:checked {
    background: var(--primary-line);
    border-color: var(--primary-line);
  }
  &:checked::after {
    content: '';
    position: absolute;
    left: 0.5rem;
    top: 0.12rem;
    width: 0.5rem;
    height: 0.95rem;
    border: solid var(--page);
    border-width: 0 3px 3px 0;
    transform: rotate(45deg);
  }
  @media (forced-colors: active) {
    &::after {
      display: none;
    }
  }
`;

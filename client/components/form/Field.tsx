import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldError } from '../../../shared/model/problem.ts';
import * as S from '../control/Field.styles.ts';
import { Icon } from '../text/Icon.tsx';
import { Hidden } from '../text/Text.tsx';

export { ClosePair, Fields } from '../control/Field.styles.ts';

interface FieldFacts {
  /** Name of the field in the request, and the element id to which the error summary links. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldError | null | undefined;
  width?: S.FieldWidth;
}

interface FieldProps extends FieldFacts, Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id' | 'width'> {
  /** Text after the input: a currency or a unit. */
  unit?: ReactNode;
  /** True: the field is for an EVSE ID, which is shown large and in upper case. */
  isPointId?: boolean;
}

export function Field({ name, label, hint, error, width, unit, isPointId = false, ...rest }: FieldProps) {
  const Box = isPointId ? S.IdInput : S.Input;
  const input = (
    <Box
      $width={width}
      id={name}
      name={name}
      {...rest}
      {...described({ name, hint, error, unit, note: rest['aria-describedby'] })}
    />
  );
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      {unit === undefined ? (
        input
      ) : (
        <S.Affix>
          {input}
          <span id={`${name}-unit`}>{unit}</span>
        </S.Affix>
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldFacts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'id' | 'children'> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ name, label, hint, error, width, options, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <S.Select $width={width} id={name} name={name} {...rest} {...described({ name, hint, error })}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </S.Select>
    </FieldFrame>
  );
}

function FieldFrame({ name, label, hint, error, children }: FieldFacts & { children: ReactNode }) {
  return (
    <S.FieldBox data-error={error ? '' : undefined}>
      <S.Label htmlFor={name}>{label}</S.Label>
      {hint && <S.Hint id={`${name}-hint`}>{hint}</S.Hint>}
      <FieldErrorLine name={name} error={error} />
      {children}
    </S.FieldBox>
  );
}

/** The error text beside a field, the same as in the error summary. Renders nothing if the field is valid. */
export function FieldErrorLine({ name, error }: Pick<FieldFacts, 'name' | 'error'>) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <S.ErrorLine id={`${name}-error`}>
      <Icon name="circle-alert" />
      <span>
        <Hidden>{t('common.error')}: </Hidden>
        {t(error.key, { ...error.values })}
      </span>
    </S.ErrorLine>
  );
}

interface Described extends Pick<FieldFacts, 'name' | 'hint' | 'error'> {
  unit?: ReactNode;
  /** Id of a text elsewhere on the page that describes the field, too. */
  note?: string | undefined;
}

function described({ name, hint, error, unit, note }: Described) {
  const ids = [note, hint && `${name}-hint`, error && `${name}-error`, unit !== undefined && `${name}-unit`].filter(Boolean);
  return { 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': error ? true : undefined };
}

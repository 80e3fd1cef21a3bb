import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { FAULT_KINDS, type FaultKind } from '../../../shared/charging/faultReport.ts';
import type { FieldError } from '../../../shared/model/problem.ts';
import { TextLink } from '../../components/control/Button.tsx';
import { FieldBox } from '../../components/control/Field.styles.ts';
import { TapRows } from '../../components/control/TapRows.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { drawnControl } from '../../components/form/CheckField.tsx';
import { FieldErrorLine } from '../../components/form/Field.tsx';
import { Icon, type IconName } from '../../components/text/Icon.tsx';
import { Num } from '../../components/text/Text.tsx';
import { printedPhone, telephone } from '../../core/telephone.ts';

const ICONS: Readonly<Record<FaultKind, IconName>> = {
  'no-start': 'zap',
  plug: 'plug',
  screen: 'scan-qr-code',
  blocked: 'car',
  danger: 'triangle-alert',
  other: 'message-square-warning',
};

/** The error summary links to the first choice. */
const idOf = (place: number): string => (place === 0 ? 'kind' : `kind-${place}`);

interface KindChoiceProps {
  chosen: string | undefined;
  error: FieldError | undefined;
  /** Telephone number of the hotline. Null: there is none. */
  phone: string | null;
}

/** What is wrong, as rows to tap. With danger, the page first says whom to call; a browser without `:has()` always says so. */
export function KindChoice({ chosen, error, phone }: KindChoiceProps) {
  const { t } = useTranslation();
  return (
    <Choice as="fieldset" data-error={error ? '' : undefined}>
      <legend>{t('fault.kind.title')}</legend>
      <FieldErrorLine name="kind" error={error} />
      <TapRows>
        {FAULT_KINDS.map((kind, place) => (
          <li key={kind}>
            <label htmlFor={idOf(place)}>
              <Icon name={ICONS[kind]} />
              <span>{t(`fault.kind.${kind}`)}</span>
              <Radio
                type="radio"
                id={idOf(place)}
                name="kind"
                value={kind}
                defaultChecked={chosen === kind}
                aria-describedby={error ? 'kind-error' : undefined}
              />
            </label>
          </li>
        ))}
      </TapRows>
      <Danger>
        <Note variant="error" icon="triangle-alert">
          <p>
            <b>{t('fault.danger.title')}</b>
          </p>
          <p>{t('fault.danger.text')}</p>
          <Calls>
            <TextLink href={telephone('112')}>
              <Icon name="phone" />
              <Num>{t('fault.danger.emergency')}</Num>
            </TextLink>
            {phone && (
              <TextLink href={telephone(phone)}>
                <Icon name="phone" />
                <Num>{t('fault.danger.hotline', { phone: printedPhone(phone) })}</Num>
              </TextLink>
            )}
          </Calls>
        </Note>
      </Danger>
    </Choice>
  );
}

const Danger = styled.div`
  padding-top: var(--s3);
`;

const Calls = styled.div`
  display: grid;
  justify-items: start;
`;

const Choice = styled(FieldBox)`
  legend {
    margin-bottom: var(--s2);
    font-size: var(--t-lg);
    font-weight: 700;
    line-height: 1.25;
  }
  && label {
    min-height: 56px;
    padding-block: 0.35rem;
  }
  label:has(input:checked) {
    background: var(--data-soft);
    font-weight: 600;
  }
  && label:has([value='danger']) > svg:first-child {
    color: var(--error);
  }
  &:not(:has([value='danger']:checked)) > ${Danger} {
    display: none;
  }
`;

const Radio = styled.input`
  ${drawnControl}
  border-radius: 50%;
  &:checked {
    border: 0.5rem solid var(--primary-line);
  }
`;

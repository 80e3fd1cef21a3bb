import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { PATHS } from '../../../shared/charging/paths.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import type { FieldError } from '../../../shared/model/problem.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { Button, type ButtonVariant, TextLink } from '../control/Button.tsx';
import { EXAMPLE_ID, LabelPicture } from '../figure/LabelPicture.tsx';
import { Icon } from '../text/Icon.tsx';
import { Hidden, Num, RichText } from '../text/Text.tsx';
import { Field } from './Field.tsx';

interface PointFormProps {
  label?: string;
  value?: string;
  error?: FieldError | undefined;
  variant?: ButtonVariant;
  /** True: the picture of the label stands above the field and is large. */
  hasLargePicture?: boolean;
}

/**
 * The form in which a driver types the EVSE ID that is printed on a charging point, with a picture of the label. Needs the text
 * area `home` (see `Route.strings`).
 */
export function PointForm({ label, value = '', error, variant = 'primary', hasLargePicture = false }: PointFormProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { form } = usePage();
  const similar = form?.values.similar?.split(' ').filter(Boolean) ?? [];
  const action = withLocale(locale, PATHS.typedEvse);
  const hint = t('home.evse.hint').replace(EXAMPLE_ID, `<id>${EXAMPLE_ID}</id>`);
  return (
    <Form method="get" action={action} data-large={hasLargePicture ? '' : undefined}>
      <Field
        name="evse"
        label={label ?? t('home.evse.label')}
        hint={<RichText text={hint} tags={{ id: inner => <Num>{inner}</Num> }} />}
        error={error}
        defaultValue={value}
        isPointId
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
      />
      <LabelPicture />
      <Button $variant={variant} type="submit">
        <Icon name="arrow-right" />
        <Hidden>{t('home.evse.submit')}</Hidden>
      </Button>
      {similar.length > 0 && (
        <Similar>
          {t('home.evse.similar')}
          {similar.map(id => (
            <TextLink key={id} href={`${action}?${new URLSearchParams({ evse: id })}`}>
              <Num>{id}</Num>
            </TextLink>
          ))}
        </Similar>
      )}
    </Form>
  );
}

const Similar = styled.p`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s4);
`;

/** The picture stands beside the label and the hint, the button beside the input. */
const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 4.25rem;
  gap: 0 var(--s2);
  align-items: end;
  > div {
    grid-row: span 2;
  }
  > svg {
    justify-self: end;
    align-self: start;
    width: 3.5rem;
    margin-bottom: var(--s2);
  }
  button {
    grid-column: 2;
    min-height: max(60px, 3.5rem);
    padding-inline: 0;
    svg {
      margin: 0 auto;
    }
  }
  &[data-large] {
    > div,
    > button {
      grid-row: 2;
    }
    > svg {
      grid-area: 1 / 1 / 2 / -1;
      justify-self: center;
      width: 9rem;
      margin-bottom: var(--s4);
    }
  }
  @media (max-width: 20em) {
    &[data-large] > * {
      grid-area: auto;
    }
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s3);
    > svg {
      order: -1;
      justify-self: start;
    }
    button {
      grid-column: 1;
    }
  }
`;

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { canChoose } from '../../../../shared/charging/session.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Button, ButtonLink } from '../../../components/control/Button.tsx';
import { Note } from '../../../components/feedback/Note.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { Stack } from '../../../components/layout/Stack.ts';
import { Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import type { OrderValues } from '../parts/orderForm.ts';
import { PlugPicker } from './PlugPicker.tsx';
import { PointFoot } from './PointFoot.tsx';
import { Where } from './Where.tsx';

interface PlugStepProps {
  point: ChargingPoint;
  isVerified: boolean;
  /** The typed values of an order that was refused because another driver has taken the plug. Null: nothing was typed. */
  stored: OrderValues | null;
  children?: ReactNode;
}

/** The step before the payment. The visitor chooses a plug, or learns that none is free. */
export function PlugStep({ point, isVerified, stored, children }: PlugStepProps) {
  const { t } = useTranslation();
  if (!point.plugs.some(({ state }) => canChoose(state))) {
    return (
      <NoPlug point={point} isVerified={isVerified} stored={stored}>
        {children}
      </NoPlug>
    );
  }
  const picker = <PlugPicker point={point} isInForm={stored !== null} />;
  return (
    <>
      <PageHead title={t('plug.select')}>
        <Small>
          {point.street}, {point.postalCode} {point.city}
        </Small>
      </PageHead>
      {children}
      {stored ? (
        <StepForm point={point} stored={stored}>
          {picker}
        </StepForm>
      ) : (
        picker
      )}
      <PointFoot point={point} isVerified={isVerified} />
    </>
  );
}

function NoPlug({ point, isVerified, stored, children }: PlugStepProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId, evseId } = point;
  const words = t('common.checkAgain');
  return (
    <>
      <PageHead title={t('payment.title')} />
      {children}
      <Where point={point} isVerified={isVerified} />
      <Section aria-label={t('plug.select')}>
        <Stack $gap={4}>
          <Note variant="info" icon="info">
            <p>{t(point.isOutOfService ? 'plug.outOfService' : 'plug.noneAvailable')}</p>
          </Note>
          <PlugPicker point={point} isInForm={false} />
          {stored ? (
            <StepForm point={point} stored={stored}>
              <Button type="submit">{words}</Button>
            </StepForm>
          ) : (
            <ButtonLink as={AppLink} to={pathTo('payment', { locale, clientId, evseId })}>
              {words}
            </ButtonLink>
          )}
        </Stack>
      </Section>
    </>
  );
}

/**
 * A form that sends the chosen plug as a query parameter. If values of an order were typed, it is posted, so that no address
 * contains personal data. It contains no form token, so the server places no order and returns the filled form.
 */
function StepForm({ point, stored, children }: Pick<PlugStepProps, 'point' | 'stored' | 'children'>) {
  const { locale } = useVisit();
  const { clientId, evseId } = point;
  const { connector: _chosenAnew, formToken: _used, tariffVersion: _old, ...rest } = stored ?? {};
  return (
    <form method={stored ? 'post' : 'get'} action={pathTo('payment', { locale, clientId, evseId })}>
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

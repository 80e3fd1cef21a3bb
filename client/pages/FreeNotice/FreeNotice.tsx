import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo, pathToPlug } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, TextLink } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { Field } from '../../components/form/Field.tsx';
import { TabTitle } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { PlateHead } from '../../components/text/PlateHead.tsx';
import { BOLD, EvseId, RichText, Small } from '../../components/text/Text.tsx';
import { useCharging, usePage, useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { FreePlugs } from '../Payment/plug/FreePlugs.tsx';
import { noticeKey } from '../Payment/plug/unusableKind.ts';
import { useAlternatives } from '../Payment/plug/useAlternatives.ts';
import { isPushSupported, NotAllowed, requestNotice } from '../Session/push/device.ts';
import type { FreeNoticeData } from './load.ts';

/** The page on which a driver asks for one message when a plug is free: to this device, or by e-mail. */
export function FreeNotice({ data }: { data: FreeNoticeData }) {
  const { t } = useTranslation();
  const { locale, pushKey } = useVisit();
  const { form } = usePage();
  const { point, plug } = data;
  const isHydrated = useHydrated();
  const [until, setUntil] = useState(data.until);
  const devicePushKey = isHydrated && isPushSupported() ? pushKey : null;
  const errors = form?.errors ?? {};
  const hasErrors = Object.keys(errors).length > 0;
  const title = t(until ? 'freeNotice.done' : noticeKey(point, plug));
  const { clientId, evseId } = point;
  const back = pathToPlug({ locale, clientId, evseId, plug: plug.id });
  return (
    <Page $gap={5}>
      <TabTitle title={title} hasErrors={hasErrors} />
      {hasErrors && <ErrorSummary errors={errors} />}
      <PlateHead number={plug.number} heading={<h1 tabIndex={-1}>{title}</h1>} isOff>
        {t(`plug.type.${plug.kind}`)}, {point.street}
        <br />
        <EvseId id={point.evseId} />
      </PlateHead>
      {until ? (
        <Stored data={data} until={until} />
      ) : (
        <>
          <p>{t('freeNotice.lead')}</p>
          {form?.problem && (
            <Note variant="warning" icon="triangle-alert" role="alert">
              <p>{t(form.problem === 'too-many' ? 'freeNotice.tooMany' : 'freeNotice.failed')}</p>
            </Note>
          )}
          {devicePushKey !== null && <DeviceNotice data={data} pushKey={devicePushKey} back={back} onDone={setUntil} />}
          <EmailNotice data={data} isOnly={devicePushKey === null} />
        </>
      )}
      <TextLink as={AppLink} to={back}>
        {t('freeNotice.back')}
      </TextLink>
    </Page>
  );
}

/** Says until when the driver is told, and where to charge meanwhile. */
function Stored({ data: { point, plug, alternatives: first }, until }: { data: FreeNoticeData; until: string }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { clientId, evseId } = point;
  const { alternatives } = useAlternatives({ clientId, evseId, connector: plug.id }, first, '');
  return (
    <>
      <Note variant="success" icon="bell" role="status">
        <p>
          <RichText text={t('freeNotice.doneText', { time: format.time(until) })} tags={BOLD} />
        </p>
      </Note>
      {alternatives && <FreePlugs place={point} alternatives={alternatives} />}
    </>
  );
}

interface DeviceNoticeProps {
  data: FreeNoticeData;
  pushKey: string;
  /** Path of the plug's page. */
  back: string;
  /** @param until time until which the request is kept, ISO 8601 */
  onDone(until: string): void;
}

/** Needs JavaScript and a browser with push messages. The browser asks for permission only after a press. */
function DeviceNotice({ data: { point, plug }, pushKey, back, onDone }: DeviceNoticeProps) {
  const { t } = useTranslation();
  const charging = useCharging();
  const { locale } = useVisit();
  const [trouble, setTrouble] = useState<ReturnType<typeof troubleOf> | null>(null);
  const { clientId, evseId } = point;
  const request = async () => {
    try {
      const { until } = await requestNotice(pushKey, device =>
        charging.requestFreeNotice({ clientId, evseId, connector: plug.id, locale, email: '', device }),
      );
      onDone(until);
    } catch (error) {
      // The plug has become free meanwhile.
      if (error instanceof Problem && error.code === 'not-now') window.location.assign(back);
      else setTrouble(troubleOf(error));
    }
  };
  return (
    <>
      <Button $variant="primary" type="button" onClick={() => void request()}>
        {t('freeNotice.device')}
      </Button>
      {trouble && <Small role="alert">{t(`freeNotice.${trouble}`)}</Small>}
      <h2>{t('freeNotice.or')}</h2>
    </>
  );
}

/** Returns the name of the text that says why a request failed. */
function troubleOf(error: unknown): 'refused' | 'tooMany' | 'unsupported' | 'noAnswer' | 'failed' {
  if (error instanceof NotAllowed) return 'refused';
  if (!(error instanceof Problem)) return navigator.onLine ? 'failed' : 'noAnswer';
  if (error.code === 'too-many') return 'tooMany';
  // The server does not know the push service of this browser, or offers no push messages.
  return error.code === 'bad-request' || error.code === 'not-offered' ? 'unsupported' : 'failed';
}

/** `isOnly`: the page offers no message to this device, so the button of this form is the main one. */
function EmailNotice({ data: { point, plug }, isOnly }: { data: FreeNoticeData; isOnly: boolean }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { form } = usePage();
  const { clientId, evseId } = point;
  return (
    <form method="post" action={pathTo('freeNotice', { locale, clientId, evseId })} noValidate>
      <Stack $gap={4}>
        <input type="hidden" name="plug" value={plug.id} />
        <Field
          name="email"
          label={t('contact.email')}
          hint={t('freeNotice.privacy')}
          type="email"
          autoComplete="email"
          spellCheck={false}
          defaultValue={form?.values.email}
          error={form?.errors.email}
        />
        <Button type="submit" $variant={isOnly ? 'primary' : 'plain'}>
          {t('freeNotice.send')}
        </Button>
      </Stack>
    </form>
  );
}

const Page = styled(Stack)`
  > section {
    padding-block: var(--s5) 0;
  }
`;

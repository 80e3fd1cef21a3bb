import type { StationAct } from '../../../../shared/console/acts.ts';
import { type FirmwareUpdate, hasFailed, isUpdating } from '../../../../shared/console/firmware.ts';
import { Icon, type IconName } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { Field } from '../../parts/Field.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { stationPath } from '../../parts/stationStyles.ts';
import { TextArea } from '../../parts/TextArea.tsx';

type UpdateAct = Extract<StationAct, { does: 'update-firmware' }>;
type Values = Readonly<Record<string, string>>;

/** An address for the preview, which is shown before one is typed. */
const SOME_ADDRESS = 'https://firmware.example/';

export const updateFirmwarePage = actPage<UpdateAct>({
  path: '/stations/ocpp/:identity/firmware',
  tab: 'stations',
  title: 'stations.firmware.title',
  lead: 'stations.firmware.lead',
  back: ({ identity }) => ({ to: stationPath(identity), name: identity }),
  read: ({ identity = '' }, { url = '', certificate = '', signature = '', reason = '' }) => ({
    ...{ does: 'update-firmware', identity, url: url.trim(), reason: reason.trim() },
    ...{ certificate: certificate.trim(), signature: signature.trim() },
  }),
  preview: act => previewed({ ...act, url: SOME_ADDRESS, certificate: '', signature: '' }),
  fields: values => <FirmwareFields values={values} />,
  done: (_, { identity }) => ({ go: `${stationPath(identity)}?done=firmware` }),
});

function FirmwareFields({ values: { url = '', certificate = '', signature = '' } }: { values: Values }) {
  const { t } = useWords();
  return (
    <>
      <Field name="url" label="stations.firmware.url" hint="stations.firmware.urlHint" value={url} limit={512} />
      <Folded text={t('stations.firmware.signed')} isOpen={certificate !== '' || signature !== ''}>
        <div className="fields">
          <TextArea
            name="certificate"
            label="stations.firmware.certificate"
            hint="stations.firmware.certificateHint"
            value={certificate}
            limit={6000}
            rows={5}
            className="mono"
          />
          <TextArea
            name="signature"
            label="stations.firmware.signature"
            hint="stations.firmware.signatureHint"
            value={signature}
            limit={1000}
            rows={3}
            className="mono"
          />
        </div>
      </Folded>
    </>
  );
}

/** The state of the last firmware update of a station. */
export function Firmware({ update }: { update: FirmwareUpdate }) {
  const { t, dateTime } = useWords();
  const { state, stateAt, server } = update;
  const [icon, color] = styleOf(update);
  return (
    <span className={`st st--${color}`}>
      <Icon name={icon} />
      <span>
        {t(`stations.firmware.state.${state}`)}
        <small>
          {dateTime(stateAt)}, {server}
        </small>
        {isUpdating(update) && <small>{t('stations.firmware.notSold')}</small>}
      </span>
    </span>
  );
}

function styleOf(update: FirmwareUpdate): [icon: IconName, color: string] {
  if (hasFailed(update)) return ['triangle-alert', 'warn'];
  return isUpdating(update) ? ['clock', 'busy'] : ['circle-check', 'ok'];
}

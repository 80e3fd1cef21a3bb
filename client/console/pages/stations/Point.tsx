import type { ActPreview } from '../../../../shared/console/operating.ts';
import type { PointLine } from '../../../../shared/console/stations.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Confirm } from '../../parts/actPage.tsx';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { Problem, Refused } from '../../parts/Refused.tsx';
import { labelsPath, PLUG_STATUS_STYLES, pointPath, STATIONS_PATH } from '../../parts/stationStyles.ts';
import { ReachedBy } from './PointBoard.tsx';

/** Reason in the preview while no reason is typed. */
const NOT_YET = '…';

/** The page of a charging point. Its form switches the point off or on for new orders. */
export const pointPage: ConsolePage = {
  path: '/stations/points/:point',
  tab: 'stations',
  show: request => show(request, {}),
  async post(sent) {
    const { operating, params, values, form } = sent;
    const isOn = values.to === 'on';
    const reason = (values.reason ?? '').trim();
    if (reason === '') return show(sent, { lacks: true });
    const point = params.point ?? '';
    const acted = await operating.act({ does: 'switch', point, isOn, reason, seen: 0, form });
    if (acted.kind === 'done') return { go: `${pointPath(point)}?done=${isOn ? 'on' : 'off'}` };
    return show(sent, { refused: acted, reason });
  },
};

interface Tried {
  /** True: the form was submitted without a reason. */
  lacks?: boolean;
  refused?: Exclude<ActPreview, { kind: 'possible' }>;
  reason?: string;
}

async function show({ operating, params, query }: ConsoleRequest, tried: Tried): Promise<Shown> {
  const point = await operating.getPoint({ evseId: params.point ?? '' });
  if (!point) return null;
  const isOn = point.off !== null;
  const preview = await operating.preview({ does: 'switch', point: point.evseId, isOn, reason: tried.reason ?? NOT_YET });
  const tries = tried.refused ? 409 : 200;
  return {
    title: isOn ? 'stations.switch.titleOn' : 'stations.switch.titleOff',
    status: tried.lacks ? 422 : tries,
    content: <PointView point={point} preview={preview} tried={tried} done={query.done} />,
  };
}

interface PointViewProps {
  point: PointLine;
  preview: ActPreview;
  tried: Tried;
  done: string | undefined;
}

function PointView({ point, preview, tried, done }: PointViewProps) {
  const { t } = useWords();
  const { evseId, off } = point;
  const isDone = done === (off ? 'off' : 'on');
  return (
    <>
      <Crumb to={STATIONS_PATH}>{t('stations.title')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{evseId}</h1>
          <p>
            {point.street}, {point.city}
          </p>
        </div>
      </div>
      {isDone && (
        <div className="note note--success gap" role="status">
          <Icon name="circle-check" />
          <div>
            <b>{t(off ? 'stations.done.off' : 'stations.done.on', { point: evseId })}</b>
          </div>
        </div>
      )}
      <div className="cols">
        <div>
          <Block name={t(off ? 'stations.switch.titleOn' : 'stations.switch.titleOff')}>
            {tried.lacks && <Problem text={t('acts.reasonMissing')} />}
            {tried.refused && <Refused refusal={tried.refused} />}
            {preview.kind === 'possible' ? (
              <Confirm preview={preview} hidden={{ to: off ? 'on' : 'off' }} reason={tried.reason ?? ''} back={STATIONS_PATH} />
            ) : (
              !tried.refused && <Refused refusal={preview} />
            )}
          </Block>
        </div>
        <div>
          <Facts point={point} />
        </div>
      </div>
    </>
  );
}

function Facts({ point }: { point: PointLine }) {
  const { drivers } = useConsole();
  const { t, dateTime } = useWords();
  const { clientId, evseId, plugs, off } = point;
  return (
    <Block name={t('stations.col.point')}>
      {off && (
        <div className="note note--warning gap">
          <Icon name="ban" />
          <div>
            <b>{t('stations.off')}</b>
            <p>{t('stations.offBy', { who: off.by, at: dateTime(off.at), reason: off.reason })}</p>
          </div>
        </div>
      )}
      <dl className="rows">
        {plugs.map(({ id, number, state }) => (
          <div key={id}>
            <dt>{t('stations.plugName', { number })}</dt>
            <dd>
              <span className={`st st--${PLUG_STATUS_STYLES[state].color}`}>
                <Icon name={PLUG_STATUS_STYLES[state].icon} />
                <span>{t(`stations.state.${state}`)}</span>
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('stations.col.by')}</dt>
          <dd>
            <ReachedBy point={point} />
          </dd>
        </div>
      </dl>
      <div className="row">
        <a className="link" href={`${drivers}/${clientId}/evse/${encodeURIComponent(evseId)}`}>
          {t('stations.asDriver')}
        </a>
        <a className="link" href={labelsPath(point)}>
          {t('frame.nav.labels')}
        </a>
      </div>
    </Block>
  );
}

import { FAULT_OUTCOMES, type FaultAct, type FaultLine, MAX_ANSWER } from '../../../../shared/console/faults.ts';
import type { OperatedPoint } from '../../../../shared/console/point.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { AddressLine } from '../../parts/AddressLine.tsx';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { Radios } from '../../parts/Radios.tsx';
import { pointPath } from '../../parts/stationStyles.ts';
import { TextArea } from '../../parts/TextArea.tsx';
import { FaultList } from './Faults.tsx';

type ActOf<Name extends FaultAct['does']> = Extract<FaultAct, { does: Name }>;
/** The charging point of the page, so that the page can lead back to it. */
type AtPoint<A> = A & { at: string };

interface AboutReportsProps {
  operated: OperatedPoint | null;
  faults: readonly FaultLine[];
}

/** The reports that an action is about, with the address of their point. */
const AboutReports = ({ operated, faults }: AboutReportsProps) => (
  <>
    <AddressLine operated={operated} />
    <FaultList faults={faults} evseId={operated?.point.evseId ?? ''} />
  </>
);

/** Answers a driver by e-mail. */
export const answerFaultPage = actPage<AtPoint<ActOf<'answer-fault'>>, AboutReportsProps>({
  path: '/stations/points/:point/faults/:report/answer',
  tab: 'stations',
  title: 'faults.answer.title',
  back: ({ at }) => ({ to: pointPath(at), name: at }),
  async load({ at, report }, operating) {
    const operated = await operating.getPoint({ evseId: at });
    return { operated, faults: operated?.faults.filter(({ id }) => id === report) ?? [] };
  },
  about: loaded => loaded && <AboutReports {...loaded} />,
  required: { words: 'faults.refusal.noWords' },
  hasReason: false,
  read: ({ point = '', report = '' }, { words = '' }) => ({
    ...{ does: 'answer-fault', report, at: point, reason: '' },
    words: words.replaceAll('\r\n', '\n').trim(),
  }),
  preview: act => ({ ...previewed(act), words: act.words || '…' }),
  fields: ({ words = '' }) => (
    <TextArea name="words" label="faults.answer.words" hint="faults.answer.hint" value={words} rows={6} limit={MAX_ANSWER} />
  ),
  done: (_, { at }) => ({ go: `${pointPath(at)}?done=answered` }),
});

/** Closes the open reports about a charging point, up to the newest one that the person has seen. */
export const closeFaultsPage = actPage<ActOf<'close-faults'>, AboutReportsProps>({
  path: '/stations/points/:point/faults/close',
  tab: 'stations',
  title: 'faults.close.title',
  back: ({ point }) => ({ to: pointPath(point), name: point }),
  async load({ point, until }, operating) {
    const operated = await operating.getPoint({ evseId: point });
    const isMeant = ({ receivedAt }: FaultLine): boolean => !until || Date.parse(receivedAt) <= Date.parse(until);
    return { operated, faults: operated?.faults.filter(isMeant) ?? [] };
  },
  about: loaded => (
    <>
      {loaded && <AboutReports {...loaded} />}
      {loaded?.operated?.point.off && <OffStays />}
    </>
  ),
  required: { outcome: 'faults.refusal.noOutcome', reason: 'faults.refusal.noReason' },
  read: ({ point = '' }, { outcome, until, reason = '' }) => ({
    ...{ does: 'close-faults', point, reason: reason.trim() },
    outcome: FAULT_OUTCOMES.find(word => word === outcome) ?? 'fixed',
    ...(until && !Number.isNaN(Date.parse(until)) ? { until } : {}),
  }),
  preview: previewed,
  hidden: ['until'],
  fields: ({ outcome = null }) => <Outcome chosen={outcome} />,
  done: (_, { point }) => ({ go: `${pointPath(point)}?done=closed` }),
});

/** The photo of a report. */
export const faultPhotoPage: ConsolePage = {
  path: '/stations/points/:point/faults/:report/photo',
  tab: 'stations',
  async show({ operating, params }) {
    const file = await operating.getFaultPhoto({ report: params.report ?? '' });
    return file && { file };
  },
};

function Outcome({ chosen }: { chosen: string | null }) {
  const { t } = useWords();
  const choices = FAULT_OUTCOMES.map(outcome => ({
    value: outcome,
    title: t(`faults.close.${outcome}`),
    note: t(`faults.close.${outcome}Text`),
  }));
  return <Radios name="outcome" legend={t('faults.close.outcome')} choices={choices} value={chosen} />;
}

/** Says that a point that staff have switched off stays off when its reports are closed. */
function OffStays() {
  const { t } = useWords();
  return <p className="note gap">{t('faults.close.off')}</p>;
}

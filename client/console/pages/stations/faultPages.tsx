import { FAULT_OUTCOMES, type FaultAct, type FaultOutcome, MAX_ANSWER } from '../../../../shared/console/faults.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { pointPath } from '../../parts/stationStyles.ts';
import { TextArea } from '../../parts/TextArea.tsx';

type ActOf<Name extends FaultAct['does']> = Extract<FaultAct, { does: Name }>;
/** The charging point of the page, so that the page can lead back to it. */
type AtPoint<A> = A & { at: string };

/** Answers a driver by e-mail. */
export const answerFaultPage = actPage<AtPoint<ActOf<'answer-fault'>>>({
  path: '/stations/points/:point/faults/:report/answer',
  tab: 'stations',
  title: 'faults.answer.title',
  back: ({ at }) => ({ to: pointPath(at), name: at }),
  read: ({ point = '', report = '' }, { words = '', reason = '' }) => ({
    ...{ does: 'answer-fault', report, at: point },
    ...{ words: words.replaceAll('\r\n', '\n').trim(), reason: reason.trim() },
  }),
  preview: act => ({ ...previewed(act), words: act.words || '…' }),
  fields: ({ words = '' }) => (
    <TextArea name="words" label="faults.answer.words" hint="faults.answer.hint" value={words} rows={6} limit={MAX_ANSWER} />
  ),
  done: (_, { at }) => ({ go: `${pointPath(at)}?done=answered` }),
});

/** Closes the open reports about a charging point, up to the newest one that the person has seen. */
export const closeFaultsPage = actPage<ActOf<'close-faults'>>({
  path: '/stations/points/:point/faults/close',
  tab: 'stations',
  title: 'faults.close.title',
  back: ({ point }) => ({ to: pointPath(point), name: point }),
  read: ({ point = '' }, { outcome, until, reason = '' }) => ({
    ...{ does: 'close-faults', point, reason: reason.trim() },
    outcome: FAULT_OUTCOMES.find(word => word === outcome) ?? 'fixed',
    ...(until && !Number.isNaN(Date.parse(until)) ? { until } : {}),
  }),
  preview: previewed,
  hidden: ['until'],
  fields: ({ outcome = 'fixed' }) => <Outcome chosen={outcome} />,
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

function Outcome({ chosen }: { chosen: string }) {
  const { t } = useWords();
  const choice = (outcome: FaultOutcome) => (
    <label key={outcome} className="choice">
      <input type="radio" name="outcome" value={outcome} defaultChecked={chosen === outcome} />
      <span className="choice__text">
        <span className="choice__name">{t(`faults.close.${outcome}`)}</span>
        <span className="choice__meta">{t(`faults.close.${outcome}Text`)}</span>
      </span>
    </label>
  );
  return (
    <fieldset>
      <legend className="label">{t('faults.close.outcome')}</legend>
      <div className="choices">{FAULT_OUTCOMES.map(choice)}</div>
    </fieldset>
  );
}

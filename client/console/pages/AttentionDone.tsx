import type { Refusal } from '../../../shared/console/operating.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { Form } from '../core/Form.tsx';
import { useWords } from '../core/translations.ts';
import { ReasonField } from '../parts/ActFields.tsx';
import { Refused } from '../parts/Refused.tsx';

/** Assigns an alert to the signed-in person, or closes the alert with a reason. */
export const attentionPage: ConsolePage = {
  path: '/attention/:id',
  tab: 'today',
  show: async ({ params }) =>
    /^\d{1,15}$/.test(params.id ?? '')
      ? { title: 'today.finish', content: <Finish id={params.id ?? ''} refusal={null} /> }
      : null,
  async post({ operating, params, values, form }) {
    const does = values.does === 'take-on' ? 'take-on' : 'finish';
    const attention = Number(params.id);
    const acted = await operating.act({ does, attention, reason: values.reason ?? '', seen: 0, form });
    if (acted.kind === 'done') return { go: '/operator' };
    return { title: 'today.finish', status: 409, content: <Finish id={params.id ?? ''} refusal={acted} /> };
  },
};

function Finish({ id, refusal }: { id: string; refusal: Refusal | null }) {
  const { t } = useWords();
  return (
    <div className="focus">
      <h1>{t('today.finish')}</h1>
      {refusal && <Refused refusal={refusal} />}
      <Form action={`/operator/attention/${id}`} hidden={{ does: 'finish' }} className="fields gap">
        <ReasonField value="" />
        <div className="acts acts--wide">
          <button type="submit" className="btn btn--danger">
            {t('today.finish')}
          </button>
          <a className="btn btn--quiet" href="/operator">
            {t('frame.backToToday')}
          </a>
        </div>
      </Form>
    </div>
  );
}

import { UnfinishedPayment } from '../../components/form/UnfinishedPayment.tsx';
import { usePage } from '../../core/pageData.tsx';
import type { PaymentData } from './load.ts';
import { PaymentSteps } from './PaymentSteps.tsx';

export { load } from './load.ts';

export function Payment({ data }: { data: PaymentData }) {
  const { form } = usePage();
  return (
    <>
      {data.unfinished && <UnfinishedPayment payment={data.unfinished} />}
      <PaymentSteps data={data} form={form} hasAlternative={data.unfinished !== null} />
    </>
  );
}

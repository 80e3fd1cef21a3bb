import { usePage } from '../../pageData.tsx';
import type { PaymentData } from './load.ts';
import { PaymentSteps } from './PaymentSteps.tsx';

export { load } from './load.ts';

export function Payment() {
  const { data, form } = usePage<PaymentData>();
  return <PaymentSteps data={data} form={form} />;
}

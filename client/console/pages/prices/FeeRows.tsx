import type { useFees } from './fees.ts';

/** The rows of the fees of a tariff, in a list of terms. */
export const FeeRows = ({ fees }: { fees: ReturnType<typeof useFees> }) =>
  fees.map(({ name, price, detail }) => (
    <div key={[name, price, detail].join()}>
      <dt>
        {name}
        {detail && <small>{detail}</small>}
      </dt>
      <dd>{price}</dd>
    </div>
  ));

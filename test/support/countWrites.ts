import type { KyselyPlugin, QueryResult, UnknownRow } from 'kysely';
import type { Store } from '../../server/store/engine/database.ts';

/**
 * Runs `work` in a transaction.
 * @returns the number of its statements that are not SELECT
 */
export async function countWrites(
  store: Store,
  work: (trx: Parameters<Parameters<Store['inTransaction']>[0]>[0]) => Promise<unknown>,
) {
  let writes = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode') writes++;
      return node;
    },
    transformResult: async ({ result }: { result: QueryResult<UnknownRow> }) => result,
  };
  await store.inTransaction(async trx => {
    writes = 0;
    await work(trx.withPlugin(counter));
  });
  return writes;
}

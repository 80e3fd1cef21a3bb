import pg from 'pg';

/**
 * Runs one statement on a new connection.
 * @returns the rows
 */
export async function sqlAt<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly string[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text, [...values]).finally(() => client.end());
  return rows;
}

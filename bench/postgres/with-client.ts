/** One connection of the driver, for what the store does not say. */
import { type PgConnection, pgDriver } from '../../test/postgres/pg-driver.ts'

export async function withClient<Result>(
  connectionString: string,
  work: (client: PgConnection) => Promise<Result>,
): Promise<Result> {
  const client = new (pgDriver().Client)({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

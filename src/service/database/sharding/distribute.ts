import { openReadOnly } from '../open-read-only.ts'
import { readCatalogue } from './catalogue.ts'
import { placements } from './placement.ts'
import { distributionScript } from './statements.ts'

/** Returns the script that distributes a PostgreSQL database by account. Changes nothing. */
export async function planDistribution(url: string): Promise<string> {
  const { db, close } = await openReadOnly(url)
  try {
    return distributionScript(await readCatalogue(db), placements())
  } finally {
    await close()
  }
}

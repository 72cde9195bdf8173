import type { Executor } from '../../../src/service/database/dialect.ts'
import { addFigures } from '../../../src/service/figures/addition-store.ts'
import { walkedCounts } from './campaign-walk.ts'

/** Counts the figures of a campaign after a test has written its messages or visits without the service. */
export const recountFigures = (db: Executor, campaign: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { account_id } = await tx
      .selectFrom('campaigns')
      .select('account_id')
      .where('id', '=', campaign)
      .executeTakeFirstOrThrow()
    const figures = await walkedCounts(tx, campaign)
    await tx.deleteFrom('campaign_counts').where('campaign_id', '=', campaign).execute()
    await addFigures(
      tx,
      figures.map((figure) => ({
        ...{ ...figure, account_id, campaign_id: campaign },
        ...{ at: Number(figure.at), count: Number(figure.count), amount: Number(figure.amount) },
      })),
    )
  })

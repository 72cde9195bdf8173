import type { Executor } from '../database/dialect.ts'
import { foldUsername } from './store.ts'

/** Whether the account with this name has logged in from this network. */
export async function isLoginNetwork(
  db: Executor,
  username: string,
  network: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('login_networks')
    .innerJoin('accounts', 'accounts.id', 'login_networks.account_id')
    .select('account_id')
    .where('username_key', '=', foldUsername(username))
    .where('network', '=', network)
    .executeTakeFirst()
  return found !== undefined
}

export async function saveLoginNetwork(
  db: Executor,
  { account, network, now }: { account: number; network: string; now: number },
): Promise<void> {
  await db
    .insertInto('login_networks')
    .values({ account_id: account, network, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'network']).doUpdateSet({ seen_at: now }),
    )
    .execute()
}

import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { showUser } from './view.ts'

export const get =
  ({ db, clock }: Service): Handler<typeof contract.users.get> =>
  async ({ id }, { account }) =>
    showUser(await requireAccount(db, account, id, 'get'), clock.now())

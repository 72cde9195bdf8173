import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { showQuota } from './view.ts'

export const quota =
  ({ db, clock }: Service): Handler<typeof contract.users.quota> =>
  async ({ id }, { account }) =>
    showQuota(await requireAccount(db, account, id, 'quota'), clock.now())

import type { contract } from '../../contract/index.ts'
import { permissionsOf } from '../../contract/permissions.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { findAccount } from './store.ts'
import { showUser } from './view.ts'

export const me =
  ({ db, clock }: Service): Handler<typeof contract.users.me> =>
  async (_, { account }) => {
    const found = await findAccount(db, account.id)
    return {
      ...showUser(found, clock.now()),
      timezone: found.timezone,
      permissions: permissionsOf(account.role),
      mcp_permissions: JSON.parse(found.mcp_permissions),
      any_form_origin: found.any_form_origin === 1,
      impersonated_by: account.actor,
    }
  }

import type { contract } from '../../contract/index.ts'
import { permissionsOf } from '../../contract/permissions.ts'
import { toIsoTime } from '../../core/time.ts'
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
      permissions: permissionsOf(account.role, account.scopes),
      mcp_permissions: JSON.parse(found.mcp_permissions),
      any_form_origin: found.any_form_origin === 1,
      impersonated_by: account.actor,
      scopes: account.scopes && [...account.scopes],
      key: account.key && {
        id: account.key.id,
        name: account.key.name,
        prefix: account.key.prefix,
        expires_at: toIsoTime(account.key.expiresAt),
      },
    }
  }

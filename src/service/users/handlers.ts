import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './create.ts'
import { remove, type UserDependencies } from './delete.ts'
import { get } from './get.ts'
import { impersonate } from './impersonate.ts'
import { list } from './list.ts'
import { me } from './me.ts'
import { revokeSessions } from './revoke-sessions.ts'
import { role } from './role.ts'
import { roles } from './roles.ts'
import { setQuota } from './set-quota.ts'
import { quota } from './show-quota.ts'
import { signup } from './sign-up/signup.ts'
import { status } from './status.ts'
import { subaccounts } from './subaccounts.ts'
import { update } from './update.ts'
import { updateMe } from './update-me.ts'

export const userHandlers = (
  service: Service,
  dependencies: UserDependencies,
): Handlers['users'] => ({
  signup: signup(service),
  list: list(service),
  create: create(service),
  me: me(service),
  updateMe: updateMe(service),
  get: get(service),
  update: update(service),
  delete: remove(service, dependencies),
  role: role(service),
  status: status(service, dependencies.stopSends),
  roles,
  subaccounts: subaccounts(service),
  quota: quota(service),
  setQuota: setQuota(service),
  impersonate: impersonate(service),
  revokeSessions: revokeSessions(service),
})

import { roles as allRoles, type Role } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { permissionsOf } from '../../contract/permissions.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'

export const roles: Handler<typeof contract.users.roles> = async () => ({
  items: allRoles.map((role) => ({ role, permissions: permissionsOf(role) })),
})

/** Parses a role in any letter case. The contract has checked the text. */
export function readRole(text: string): Role {
  const role = allRoles.find((each) => each.toLowerCase() === text.toLowerCase())
  if (!role) throw new Failure('internal')
  return role
}

/** Whether a role has more permissions than another. */
export const isAbove = (role: Role, other: Role): boolean =>
  allRoles.indexOf(role) < allRoles.indexOf(other)

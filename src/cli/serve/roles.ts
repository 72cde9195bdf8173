import { Failure } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { type ProcessRole, processRoles } from '../../core/process-roles.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'

/** Reads the roles of a process. With SQLite there is one process, so it has all of them. */
export function readRoles(
  text: string | undefined,
  database: string | undefined,
): readonly ProcessRole[] {
  if (text === undefined) return processRoles
  const names = text.split(',').map((name) => name.trim())
  const isRole = (name: string) => processRoles.some((role) => role === name)
  if (!names.every(isRole)) throw wrong('not_a_choice', { choices: processRoles.join(', ') })
  const roles = processRoles.filter((role) => names.includes(role))
  const isOneProcess = database === undefined || !isPostgresUrl(database)
  if (isOneProcess && roles.length < processRoles.length) throw wrong('needs_postgres')
  return roles
}

const wrong = (code: ProblemCode, values: Record<string, string> = {}) =>
  new Failure('usage', { problems: [{ field: '--roles', code, values }] })

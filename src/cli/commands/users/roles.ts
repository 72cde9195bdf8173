import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { check, sentence, text } from '../../command/view.ts'
import { tree } from '../../generated/tree.ts'
import { pagingOf } from '../../input/paging.ts'
import { callOnce } from '../../sending/call-once.ts'

interface RolePermissions {
  role: string
  permissions: readonly string[]
}

export const command = defineCommand({
  endpoint: users.roles,
  examples: ['users roles', 'users roles -o json'],
  async run(context, { input }) {
    const { output, flags, settings, messages, host } = context
    if (output.format !== 'table' || flags.fields) {
      const { pages } = await import('../../../client/paging.ts')
      const paging = { ...pagingOf(flags), signal: host.stopped }
      return { pages: pages(await context.client(), users.roles, input, paging) }
    }
    const { items } = await callOnce(context, users.roles, input)
    const { rows, shared } = differencesOf(items, settings.language.value)
    output.note(messages.operating.permissionsOfAll(output.local.number(shared)))
    const columns = [sentence('permission'), ...items.map(({ role }) => check(role))]
    return { page: { items: rows }, view: { columns } }
  },
  view: { columns: [text('role'), text('permissions')], id: 'role' },
})

/** One row for each permission that some roles have and others lack. */
function differencesOf(roles: readonly RolePermissions[], language: 'en' | 'es') {
  const all = [...new Set(roles.flatMap(({ permissions }) => permissions))]
  const isShared = (id: string) => roles.every(({ permissions }) => permissions.includes(id))
  const nameOf = (id: string) =>
    tree.find(({ endpoint }) => endpoint === id)?.summary[language] ?? id
  const rows = all
    .filter((id) => !isShared(id))
    .map((id) => ({
      permission: nameOf(id),
      ...Object.fromEntries(roles.map(({ role, permissions }) => [role, permissions.includes(id)])),
    }))
  return { rows, shared: all.length - rows.length }
}

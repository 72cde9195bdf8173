import type { Context } from '../context/context.ts'

/** Returns the id of the logged-in account. */
export async function ownId(context: Context): Promise<string> {
  const { users } = await import('../../contract/modules/users.ts')
  const client = await context.client()
  const { data } = await client.call(users.me, {})
  return String(data.id)
}

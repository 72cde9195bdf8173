import { brand } from '../../contract/modules/brand.ts'
import { users } from '../../contract/modules/users.ts'
import { Failure } from '../../core/failure.ts'
import type { MessageBrand } from '../../html/message/theme.ts'
import type { Context } from '../context/context.ts'

/** The brand that messages to these lists show: of the list, if it is only one, or of the account. */
export async function brandOf(
  context: Context,
  lists: readonly (string | number)[],
): Promise<MessageBrand> {
  const [list, ...more] = lists
  const ofList = list !== undefined && more.length === 0 ? { list_id: Number(list) } : {}
  try {
    const client = await context.client()
    const { data: me } = await client.call(users.me, {})
    const { data } = await client.call(brand.get, { id: me.id, ...ofList })
    const { name, logo_url: logoUrl, color, font, site } = data.shown
    return { name, logoUrl, color, font, site }
  } catch (error) {
    // A message can be written without a brand, which another server may not have.
    if (!(error instanceof Failure)) throw error
    return { name: '', logoUrl: null, color: null, font: null, site: null }
  }
}

import type { contract } from '../../../contract/index.ts'
import { normalColor } from '../../../html/color.ts'
import { type BrandValues, findBrandValues, upsertBrandValues } from '../../brands/store.ts'
import type { Handler } from '../../handler.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../access.ts'
import { showBrand } from './show.ts'

export const set =
  ({ clock }: Service): Handler<typeof contract.brand.set> =>
  ({ id, list_id: listId, ...edit }, { account, transact, note }) =>
    transact(async (tx) => {
      // Whoever may see an account speaks for it.
      await requireAccount(tx, account, id, 'get')
      if (listId !== undefined) await findList(tx, { accountId: id, listId })
      const owner = { accountId: id, listId }
      const values = valuesIn(edit)
      const former: Readonly<Record<string, unknown>> = { ...(await findBrandValues(tx, owner)) }
      await upsertBrandValues(tx, owner, { ...values, now: clock.now() })
      note({ accountId: id, before: pick(former, Object.keys(values)), after: values })
      return showBrand(tx, owner)
    })

const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

type Edit = { [Name in keyof BrandValues]?: BrandValues[Name] | undefined }

/** Returns the values to write. An empty text removes a value, as null does. */
function valuesIn({ color, ...texts }: Edit): Partial<BrandValues> {
  const given = { ...texts, ...(color !== undefined && { color: color && normalColor(color) }) }
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value?.trim() || null]),
  )
}

import type { contract } from '../../../contract/index.ts'
import { type BrandOwner, findBrand, findBrandValues } from '../../brands/store.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../access.ts'

export const show =
  ({ db }: Service): Handler<typeof contract.brand.get> =>
  async ({ id, list_id: listId }, { account }) => {
    await requireAccount(db, account, id, 'get')
    if (listId !== undefined) await findList(db, { accountId: id, listId })
    return showBrand(db, { accountId: id, listId })
  }

/** Returns a brand as the API shows it. */
export async function showBrand(db: Executor, owner: BrandOwner) {
  const { name, logoUrl, color, font, site, address, privacyUrl } = await findBrand(db, owner)
  return {
    list_id: owner.listId ?? null,
    ...(await findBrandValues(db, owner)),
    shown: { name, logo_url: logoUrl, color, font, site, address, privacy_url: privacyUrl },
  }
}

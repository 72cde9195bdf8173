import type { Language } from '../../core/language.ts'
import { type Brand, findBrand } from '../brands/store.ts'
import type { PageRequest } from '../http/page.ts'
import type { List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { languageFor } from './reader-language.ts'

/** What all pages about a list have in common. */
export interface Look {
  language: Language
  brand: Brand
}

/** Returns the reader's language, and the brand of the list or of the account. */
export const lookOf = async (
  { db }: Pick<Service, 'db'>,
  request: PageRequest,
  owner: Pick<List, 'account_id'> & { id?: number },
): Promise<Look> => ({
  language: await languageFor(request, db, owner),
  brand: await findBrand(db, { accountId: owner.account_id, listId: owner.id }),
})

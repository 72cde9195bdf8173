import type { Executor } from '../database/dialect.ts'
import type { BrandRow } from '../database/schema/brand.ts'

/** How a sender presents itself on pages and in messages. */
export interface Brand {
  /** Empty if neither a brand nor the account has a public name. */
  name: string
  logoUrl: string | null
  /** `#rrggbb` */
  color: string | null
  font: string | null
  site: string | null
  /** The postal address. It may have several lines. */
  address: string | null
  privacyUrl: string | null
}

/** The list of the row that applies to the whole account. */
const wholeAccount = 0

export interface BrandOwner {
  accountId: number
  /** Undefined or null: the account's own brand. */
  listId?: number | null | undefined
}

/** The values that a user has set, for an account or one of its lists. Null: none. */
export type BrandValues = Omit<BrandRow, 'account_id' | 'list_id' | 'updated_at'>

const noBrandValues: BrandValues = {
  name: null,
  logo_url: null,
  color: null,
  font: null,
  site: null,
  address: null,
  privacy_url: null,
}

/** Returns the brand of a list: the account's values, where the list has none of its own. */
export async function findBrand(db: Executor, { accountId, listId }: BrandOwner): Promise<Brand> {
  const account = await db
    .selectFrom('accounts')
    .select(['nombre', 'username', 'username_key'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('brands')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('list_id', 'in', [wholeAccount, listId ?? wholeAccount])
    .orderBy('list_id', 'desc')
    .execute()
  const firstOf = (column: keyof BrandValues): string | null =>
    rows.map((row) => row[column]).find((value) => value !== null) ?? null
  return {
    name: firstOf('name') ?? (account ? publicNameOf(account) : ''),
    logoUrl: firstOf('logo_url'),
    color: firstOf('color'),
    font: firstOf('font'),
    site: firstOf('site'),
    address: firstOf('address'),
    privacyUrl: firstOf('privacy_url'),
  }
}

/** The name that an account logs in with is half of its credentials, so it is never shown. */
function publicNameOf(account: { nombre: string; username: string; username_key: string }): string {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim()
  const name = account.nombre.trim()
  const logins = [account.username, account.username_key].map(fold)
  return logins.includes(fold(name)) ? '' : name
}

/** Returns what is set for the account or the list itself. */
export async function findBrandValues(
  db: Executor,
  { accountId, listId }: BrandOwner,
): Promise<BrandValues> {
  const row = await db
    .selectFrom('brands')
    .select(['name', 'logo_url', 'color', 'font', 'site', 'address', 'privacy_url'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId ?? wholeAccount)
    .executeTakeFirst()
  return row ?? noBrandValues
}

export async function upsertBrandValues(
  tx: Executor,
  { accountId, listId }: BrandOwner,
  { now, ...values }: Partial<BrandValues> & { now: number },
): Promise<void> {
  const change = { ...values, updated_at: now }
  await tx
    .insertInto('brands')
    .values({
      ...noBrandValues,
      ...change,
      account_id: accountId,
      list_id: listId ?? wholeAccount,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'list_id']).doUpdateSet(change))
    .execute()
}

/** Returns the postal addresses of an account and its lists. */
export async function selectPostalAddresses(db: Executor, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('brands')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', 'is not', null)
    .orderBy('list_id')
    .execute()
  return rows.flatMap(({ address }) => address ?? [])
}

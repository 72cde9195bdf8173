import { asLanguage, type Language } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { List } from './store.ts'

/** Returns the language of the list's owner, in which the list writes to its contacts. */
export async function ownerLanguage(
  db: Executor,
  { account_id }: Pick<List, 'account_id'>,
): Promise<Language> {
  const { language } = await db
    .selectFrom('accounts')
    .select('language')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  return asLanguage(language)
}

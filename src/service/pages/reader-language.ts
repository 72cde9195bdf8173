import type { Language } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { PageRequest } from '../http/page.ts'
import { ownerLanguage } from '../lists/owner-store.ts'

/** Returns the language that the browser requests, or else the owner's. */
export const languageFor = async (
  { acceptedLanguage }: PageRequest,
  db: Executor,
  owned: { account_id: number },
): Promise<Language> => acceptedLanguage ?? (await ownerLanguage(db, owned))

import type { Language } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { PageRequest } from '../http/page.ts'
import { ownerLanguage } from '../lists/owner-store.ts'

/** What the reader's browser asks for; else what the owner of the page speaks. */
export const languageFor = async (
  { asked }: PageRequest,
  db: Executor,
  owned: { account_id: number },
): Promise<Language> => asked ?? (await ownerLanguage(db, owned))

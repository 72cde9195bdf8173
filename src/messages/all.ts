import type { Language } from '../core/language.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import type { Messages } from './index.ts'

/** Both languages at once, for the service, which speaks to each caller in their own. */
export const messages: Record<Language, Messages> = { en, es }

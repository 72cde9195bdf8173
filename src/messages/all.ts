import type { Language } from '../core/language.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import type { Messages } from './index.ts'

/** Both languages at once, for the service, which answers each caller in their own language. */
export const messages: Record<Language, Messages> = { en, es }

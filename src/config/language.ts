import type { Language } from '../core/language.ts'
import type { Environment } from './env.ts'
import { byDefault, fromFlag, fromVariable, type Setting } from './source.ts'

interface Wishes {
  flag?: string | undefined
  environment: Environment
}

/**
 * The first that is set decides, as POSIX has it for locales: `LC_ALL=C` is English whatever LANG says.
 * A language we do not speak is English.
 */
export function resolveLanguage({ flag, environment }: Wishes): Setting<Language> {
  const wish: Setting<string> =
    fromFlag('--lang', flag) ??
    fromVariable('lang', environment) ??
    fromVariable('lcAll', environment) ??
    fromVariable('lcMessages', environment) ??
    fromVariable('systemLang', environment) ??
    byDefault('en')
  return { value: isSpanish(wish.value) ? 'es' : 'en', source: wish.source }
}

export const chooseLanguage = (wishes: Wishes): Language => resolveLanguage(wishes).value

/** `es`, `es_ES.UTF-8`, `es-MX`, but not `est`. */
const isSpanish = (locale: string): boolean => /^es([-_.@]|$)/i.test(locale)

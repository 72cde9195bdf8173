import type { Language } from '../core/language.ts'
import type { Environment } from './env.ts'
import { byDefault, fromFlag, fromVariable, type Setting } from './source.ts'

interface LanguageSources {
  flag?: string | undefined
  environment: Environment
}

/**
 * The first variable that is set decides, as POSIX specifies for locales: `LC_ALL=C` is English
 * whatever LANG is. An unsupported language becomes English.
 */
export function resolveLanguage({ flag, environment }: LanguageSources): Setting<Language> {
  const requested: Setting<string> =
    fromFlag('--lang', flag) ??
    fromVariable('lang', environment) ??
    fromVariable('lcAll', environment) ??
    fromVariable('lcMessages', environment) ??
    fromVariable('systemLang', environment) ??
    byDefault('en')
  return { value: isSpanish(requested.value) ? 'es' : 'en', source: requested.source }
}

export const chooseLanguage = (sources: LanguageSources): Language => resolveLanguage(sources).value

/** `es`, `es_ES.UTF-8`, `es-MX`, but not `est`. */
const isSpanish = (locale: string): boolean => /^es([-_.@]|$)/i.test(locale)

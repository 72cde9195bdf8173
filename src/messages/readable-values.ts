import type { Values } from '../core/failure.ts'
import type { Language } from '../core/language.ts'

/** The values that are amounts. Others are numbers of lines, ports and ids, which have no separators. */
const amounts = new Set([
  ...['count', 'total', 'min', 'max', 'limit', 'failed', 'read', 'rejected', 'rows', 'expected'],
  ...['used', 'left', 'monthly_sends', 'length', 'done', 'waiting'],
])

/** The values that are states of the API. */
const states = new Set(['status', 'stopped'])

/**
 * Returns the values of a sentence as a language writes them: amounts with separators, `12,000` and `12.000`, and
 * states by their words.
 */
export const readableValues = (
  values: Values,
  language: Language,
  words: Readonly<Record<string, string>> = {},
): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      amounts.has(name) && typeof value === 'number'
        ? withSeparators(value, language)
        : states.has(name)
          ? (words[value] ?? value)
          : value,
    ]),
  )

function withSeparators(value: number, language: Language): string {
  const locale = language === 'en' ? 'en-GB' : 'es-ES'
  return new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(value)
}

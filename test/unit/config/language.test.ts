import { expect, test } from 'vitest'
import { readEnvironment } from '../../../src/config/env.ts'
import { chooseLanguage } from '../../../src/config/language.ts'

test.each([
  ['es', 'es'],
  ['es_ES.UTF-8', 'es'],
  ['es-MX', 'es'],
  ['ES', 'es'],
  ['es@euro', 'es'],
  ['est', 'en'],
  ['en_GB.UTF-8', 'en'],
  ['C', 'en'],
  ['POSIX', 'en'],
  ['fr_FR', 'en'],
])('the language of the locale %s is %s', (locale, language) => {
  expect(chooseLanguage({ environment: readEnvironment({ LANG: locale }) })).toBe(language)
})

test('each source overrides the ones after it', () => {
  const places = ['REMITE_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG']
  for (const [index, name] of places.entries()) {
    for (const [language, other] of [
      ['es', 'en'],
      ['en', 'es'],
    ] as const) {
      const weaker = Object.fromEntries(places.slice(index + 1).map((place) => [place, other]))
      const environment = readEnvironment({ ...weaker, [name]: language })
      expect(chooseLanguage({ environment }), name).toBe(language)
      expect(chooseLanguage({ flag: other, environment }), '--lang').toBe(other)
    }
  }
})

test('the default is English', () => {
  expect(chooseLanguage({ environment: readEnvironment({}) })).toBe('en')
})

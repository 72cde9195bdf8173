export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

/** Converts text that was validated when it was stored. */
export const asLanguage = (text: string): Language => (isLanguage(text) ? text : 'en')

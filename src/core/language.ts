export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

/** For text that was checked when it was written. */
export const asLanguage = (text: string): Language => (isLanguage(text) ? text : 'en')

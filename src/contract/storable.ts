/** SQLite cuts text at U+0000, PostgreSQL refuses it; half a surrogate pair is no text at all. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

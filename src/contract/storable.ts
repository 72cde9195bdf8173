/**
 * Checks that both databases can store a text: SQLite cuts at U+0000, PostgreSQL refuses it, and a
 * lone surrogate is not valid text.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

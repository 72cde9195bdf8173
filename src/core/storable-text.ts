/**
 * Returns text that every database stores: well-formed, because PostgreSQL rejects half of a surrogate
 * pair in JSON, and without NUL, which it rejects everywhere.
 */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0')
    ? text
    : text.toWellFormed().replaceAll('\0', '\ufffd')

/** Returns the first `length` UTF-16 units of a text at most, without cutting a character in half. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? length - 1 : length)
}

/** Escapes in JSON that stand for text which a database rejects, and some that look like them. */
const suspicious = /\\u(?:d[89a-f]|0000)/

/** JSON with storable text. Few values need the slow way. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!suspicious.test(json)) return json
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? storableText(each) : each))
}

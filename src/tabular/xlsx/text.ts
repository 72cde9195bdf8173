/** Characters that XML cannot contain, and carriage returns, which XML converts to line feeds. */
const unwritable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\p{Cs}/gu

/** An OOXML escape: the number of a UTF-16 code unit. */
const unitEscape = /_x([0-9a-fA-F]{4})_/g

/**
 * An underscore that could start such an escape, also together with the escape of the next
 * character.
 */
const escapeStart = /_(?=x[0-9a-fA-F]{4})/g

const special = /[&<>]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const unusual = /[\x00-\x08\x0b-\x1f\ufffe\uffff&<>]|\p{Cs}|_x/u

/**
 * Escapes text for a cell. An underscore that looks like the start of an escape is escaped itself.
 */
export const escapeText = (text: string): string =>
  unusual.test(text)
    ? text
        .replace(escapeStart, '_x005F_')
        .replace(unwritable, (unit) => `_x${hex(unit)}_`)
        .replace(special, (sign) => entities[sign] ?? sign)
    : text

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(unitEscape, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

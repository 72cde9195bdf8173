/** What XML cannot carry, and a carriage return, which it would turn into a line feed. */
const unwritable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\p{Cs}/gu

/** An escape of OOXML: a UTF-16 unit by its number. */
const unitEscape = /_x([0-9a-fA-F]{4})_/g

/** Where text could be taken for one, or become one by the escape of what follows it. */
const escapeStart = /_(?=x[0-9a-fA-F]{4})/g

const special = /[&<>]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const unusual = /[\x00-\x08\x0b-\x1f\ufffe\uffff&<>]|\p{Cs}|_x/u

/** Text as a cell holds it in XML; what reads like an escape has its underscore escaped. */
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

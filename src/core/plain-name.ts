/** Long enough for the name of a newsletter, too short for an advertisement. */
const maxLength = 60

/** Marks words that were left out. */
const ellipsis = '…'

/** Stands for a character that would make a link. */
const dot = '·'

/** Seven or more digits, in the notations of telephone numbers. */
const numbers = /\+?\(?\d(?:[\s()./–-]{0,3}\d){6,}/gu

const yearSpan = /^(?:19|20)\d\d\s*[-–/]\s*(?:19|20)\d\d$/

/**
 * The dots of domain names (UTS 46), except in numbers such as 5.000, in 3.ª and before a single
 * letter, as in S.L.
 */
const dots =
  /(?<=\S)[.。｡．․﹒]+(?=[^\s\dªº])(?!\p{L}(?![\p{L}\p{M}\p{N}-]))|(?<=[^\s\d])[.。｡．․﹒]+(?=\S)(?!\p{L}(?![\p{L}\p{M}\p{N}-]))/gu

/** An address of IPv4. */
const fourNumbers = /\d{1,3}(?:\.\d{1,3}){3}/g

/** `https:`, `mailto:` and the like, `//` and `@`. A time such as 10:30 stays. */
const joints = /(?<=[\p{L}\d+-]):(?=[^\s\d])|(?<=\p{L}):(?=\S)|[/\\]{2,}|(?<=\S)@(?=\S)/gu

/** Characters that are invisible, or change the direction of the text, and white space. */
const blanks = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/**
 * Returns a name that a user has chosen as plain text for mail from the service's own address. Mail
 * clients turn web addresses, e-mail addresses and telephone numbers into links without being asked,
 * so the characters that join the parts of an address become `·`, and long numbers are left out. A
 * zero-width character would be invisible to readers, but spam filters distrust it, and some clients
 * drop it.
 */
export function plainName(name: string): string {
  const text = asciiForms(name.replace(blanks, ' ').trim())
    .replace(numbers, (found) => (yearSpan.test(found) ? found : ellipsis))
    .replace(fourNumbers, (found) => found.replaceAll('.', dot))
    .replace(joints, dot)
    .replace(dots, dot)
    .replace(/·{2,}/g, dot)
  const characters = [...text]
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}${ellipsis}`
}

/** Replaces full-width characters, which links may consist of, by those of ASCII. */
const asciiForms = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

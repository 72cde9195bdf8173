import { normaliseAddress } from './address.ts'

/** Characters that never belong to an address. */
const delimiters = /([\s<>,;:"()[\]{}|\\]+)/

/** Punctuation that may stand directly before or after an address. */
const around = new Set("'`=.!?*_")

/** More than the longest address with punctuation around it. */
const maxLength = 400

/**
 * Replaces an address in a text, in whatever case and form it is written there. `key` is its compared
 * form. An address that only ends like it is another one and stays.
 */
export const replaceAddress = (text: string, key: string, replacement: string): string =>
  text
    .split(delimiters)
    .map((word) => {
      const address = addressIn(word, key)
      return address === undefined ? word : word.replace(address, () => replacement)
    })
    .join('')

/** Returns the address as it is written in a text; undefined if the text does not contain it. */
export function findAddress(text: string, key: string): string | undefined {
  for (const word of text.split(delimiters)) {
    const address = addressIn(word, key)
    if (address !== undefined) return address
  }
  return undefined
}

function addressIn(word: string, key: string): string | undefined {
  if (!word.includes('@') || word.length > maxLength) return undefined
  return [word, withoutPunctuation(word)].find((form) => normaliseAddress(form)?.key === key)
}

function withoutPunctuation(word: string): string {
  let [start, end] = [0, word.length]
  while (around.has(word.charAt(start))) start++
  while (end > start && around.has(word.charAt(end - 1))) end--
  return word.slice(start, end)
}

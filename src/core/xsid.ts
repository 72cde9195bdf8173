import { Failure } from './failure.ts'

/** The public name of a subscriber: an unguessable 15-digit `sid`, the list and the member. */
interface Xsid {
  sid: number
  lid: number
  mid: number
}

/** The pattern in the specification. `decodeXsid` decides whether a match is valid. */
export const xsidPattern = /^[qwertyuiops]{7,40}$/

/** The letter at each index represents that digit: the top row of a keyboard, where `p` is 0. */
const letters = 'pqwertyuio'
const separator = 's'

/** Each number is positive. A leading `p` would give one subscriber two names. */
const canonical =
  /^([qwertyuio][qwertyuiop]*)s([qwertyuio][qwertyuiop]*)s([qwertyuio][qwertyuiop]*)$/

export function encodeXsid({ sid, lid, mid }: Xsid): string {
  const text = [sid, lid, mid].map(toLetters).join(separator)
  if (!xsidPattern.test(text)) throw new Failure('internal', { values: { sid, lid, mid } })
  return text
}

/** Returns undefined for text that `encodeXsid` cannot produce. */
export function decodeXsid(text: string): Xsid | undefined {
  if (!xsidPattern.test(text)) return undefined
  const [, ...parts] = canonical.exec(text) ?? []
  const [sid, lid, mid] = parts.map(toNumber).filter(Number.isSafeInteger)
  if (sid === undefined || lid === undefined || mid === undefined) return undefined
  return { sid, lid, mid }
}

function toLetters(value: number): string {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Failure('internal', { values: { value } })
  return String(value).replace(/\d/g, (digit) => letters.charAt(Number(digit)))
}

const toNumber = (part: string): number =>
  Number(part.replace(/[a-z]/g, (letter) => String(letters.indexOf(letter))))

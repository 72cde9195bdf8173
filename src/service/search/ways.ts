import { domainToASCII } from 'node:url'
import { foldName } from '../lists/fields/fold-name.ts'

/** One way to find contacts, by an index of the account's. */
export interface Way {
  column: 'email_key' | 'domain' | 'nombre_key'
  /** What the column begins with, or what one of its later words begins with. */
  at: 'start' | 'word'
  text: string
}

/** How a text may name contacts, the closest first: a whole address comes before those it begins. */
export function waysToFind(q: string): Way[] {
  const text = q.trim().normalize('NFC').toLowerCase()
  const at = text.indexOf('@')
  if (text === '') return []
  if (at === 0) return [{ column: 'domain', at: 'start', text: asDomain(text.slice(1)) }]
  if (at > 0) {
    const address = `${text.slice(0, at)}@${asDomain(text.slice(at + 1))}`
    return [{ column: 'email_key', at: 'start', text: address }]
  }
  const name = foldName(text).replace(/\s+/g, ' ')
  const byName: Way[] = [
    { column: 'nombre_key', at: 'start', text: name },
    { column: 'nombre_key', at: 'word', text: name },
  ]
  if (/\s/.test(text)) return byName
  return [
    { column: 'email_key', at: 'start', text },
    { column: 'domain', at: 'start', text: asDomain(text) },
    ...byName,
  ]
}

/** Kept in ASCII; a beginning that is no domain yet stays as it was typed. */
const asDomain = (text: string): string => domainToASCII(text) || text

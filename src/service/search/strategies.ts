import { domainToASCII } from 'node:url'
import { foldName } from '../../core/fold-name.ts'

/** One index lookup that finds contacts. */
export interface SearchStrategy {
  column: 'email_key' | 'domain' | 'nombre_key'
  /** `prefix`: the column starts with the text. `word`: one of its later words does. */
  match: 'prefix' | 'word'
  text: string
}

/** Returns the lookups for a query, closest first: a full address comes before addresses it begins. */
export function strategiesFor(q: string): SearchStrategy[] {
  const text = q.trim().normalize('NFC').toLowerCase()
  const at = text.indexOf('@')
  if (text === '') return []
  if (at === 0) return [{ column: 'domain', match: 'prefix', text: asDomain(text.slice(1)) }]
  if (at > 0) {
    const address = `${text.slice(0, at)}@${asDomain(text.slice(at + 1))}`
    return [{ column: 'email_key', match: 'prefix', text: address }]
  }
  const name = foldName(text).replace(/\s+/g, ' ')
  const byName: SearchStrategy[] = [
    { column: 'nombre_key', match: 'prefix', text: name },
    { column: 'nombre_key', match: 'word', text: name },
  ]
  if (/\s/.test(text)) return byName
  return [
    { column: 'email_key', match: 'prefix', text },
    { column: 'domain', match: 'prefix', text: asDomain(text) },
    ...byName,
  ]
}

/** Domains are stored in ASCII. An incomplete domain that cannot be converted is used as typed. */
const asDomain = (text: string): string => domainToASCII(text) || text

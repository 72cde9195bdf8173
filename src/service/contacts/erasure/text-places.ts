import { findAddress } from '../../../core/find-address.ts'
import type { Condition } from '../../database/condition.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Contact } from '../store.ts'
import type { addressPlaces } from './address-places.ts'
import {
  isHandled,
  isInInboxOf,
  isInJobOf,
  isOfAccount,
  type RowKey,
  selectTextRows,
  type TextRow,
} from './texts-store.ts'

type Places = typeof addressPlaces

/** The places where the address is found by reading texts. */
export type TextPlace = {
  [Name in keyof Places]: Places[Name]['found'] extends 'text' ? Name : never
}[keyof Places]

/** The person whose address is looked for, on all lists of the account. */
export type Person = Pick<Contact, 'account_id' | 'email_key' | 'domain'>

interface Texts {
  keyColumns: Readonly<Record<string, 'int' | 'text'>>
  /** The columns that make a row one of the person. */
  columns: readonly string[]
  conditionFor(person: Person): Condition
  /** The text is as a user has typed it, so the domain may be in Unicode. */
  isTyped?: true
}

const byId = { id: 'int' } as const

export const textPlaces: Record<TextPlace, Texts> = {
  messages: {
    keyColumns: byId,
    columns: ['to_mail'],
    conditionFor: ({ account_id }) => isOfAccount(account_id),
  },
  job_rejects: {
    keyColumns: { job_id: 'int', line: 'int' },
    columns: ['cells', 'problem'],
    conditionFor: ({ account_id }) => isInJobOf(account_id),
    isTyped: true,
  },
  jobs: {
    keyColumns: byId,
    columns: ['params'],
    conditionFor: ({ account_id }) => isOfAccount(account_id),
    isTyped: true,
  },
  idempotency: {
    keyColumns: { account_id: 'int', route: 'text', key: 'text' },
    columns: ['body'],
    conditionFor: ({ account_id }) => isOfAccount(account_id),
  },
  inbox: {
    keyColumns: byId,
    columns: ['mail_from', 'outcome'],
    conditionFor: () => isHandled,
  },
  sandbox_messages: {
    keyColumns: byId,
    columns: ['rcpt_to'],
    conditionFor: ({ account_id }) => isInInboxOf(account_id),
  },
}

/** Returns the rows of a place whose texts contain the address, compared as addresses are. */
export async function findTextRows(
  db: Executor,
  table: TextPlace,
  person: Person,
): Promise<TextRow[]> {
  const { conditionFor, isTyped, ...place } = textPlaces[table]
  const condition = conditionFor(person)
  const { email_key: key, domain } = person
  const part = isTyped ? '@' : `@${domain}`
  const found: TextRow[] = []
  let after: RowKey | undefined
  for (;;) {
    const rows = await selectTextRows(db, { table, condition, ...place }, { part, after })
    found.push(...rows.filter((row) => addressIn(row, key) !== undefined))
    after = rows.at(-1)?.key
    if (!after) return found
  }
}

/** Returns the address as it is written in the first text that contains it. */
export function addressIn({ texts }: TextRow, key: string): string | undefined {
  for (const text of Object.values(texts)) {
    const address = text === null ? undefined : findAddress(text, key)
    if (address !== undefined) return address
  }
  return undefined
}

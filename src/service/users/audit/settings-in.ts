import type { AuditNote } from '../../handler.ts'
import type { Account } from '../store.ts'

/** The settings of an account before and after a change, for the audit log. No hash is in it. */
export function settingsIn(
  account: Account,
  { pass_hash: passHash, ...change }: { pass_hash?: string },
): Pick<AuditNote, 'before' | 'after'> {
  const former = new Map<string, unknown>(Object.entries(account))
  const names = Object.keys(change)
  return {
    before: Object.fromEntries(names.map((name) => [name, former.get(name)])),
    after: { ...change, ...(passHash !== undefined && { pass: true }) },
  }
}

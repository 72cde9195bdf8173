import type { WriteMode } from '../../contract/shapes/contact.ts'
import { normaliseAddress } from '../../core/address.ts'
import { type AddressFlaw, loadAddressCheck } from '../../core/address-quality/address-flaw.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { EntryError } from './journal.ts'
import type { NewField } from './new-fields.ts'
import { type BatchOutcome, type BatchSender, emptyOutcome } from './send-batch.ts'
import { maxShownRows, type ShownRow } from './shown-rows.ts'

/** What a dry run found. */
export interface Findings {
  /** The first addresses that an import takes, and that are probably wrong or not a person's. */
  warnings: readonly ShownRow[]
  /** How many of them there are, by code. */
  doubtful: Readonly<Record<string, number>>
  /** The fields that an import would create. */
  newFields: readonly NewField[]
  /** Whether the numbers of created, updated and skipped contacts are known. */
  knowsOutcome: boolean
}

interface RehearsalOptions {
  messages: Messages
  mode: WriteMode
  /** The addresses of the list; undefined if they are unknown. */
  known: ReadonlySet<string> | undefined
  newFields: readonly NewField[]
}

export interface Rehearsal extends BatchSender {
  findings(): Findings
}

/** A sender for dry runs: it sends nothing, and answers what an import would probably do. */
export async function createRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { messages, mode, known, newFields } = options
  const flawOf = await loadAddressCheck()
  const warnings: ShownRow[] = []
  const doubtful: Record<string, number> = {}

  function inspect(email: string, line: number): void {
    const address = normaliseAddress(email)
    const flaw = address && flawOf(address)
    if (!flaw) return
    doubtful[flaw.code] = (doubtful[flaw.code] ?? 0) + 1
    if (warnings.length >= maxShownRows) return
    warnings.push({ line, value: email, code: flaw.code, reason: describeFlaw(flaw, messages) })
  }

  const isKnown = (email: string): boolean =>
    known?.has(normaliseAddress(email)?.key ?? '') === true

  return {
    async send({ entries, isRepeat }): Promise<BatchOutcome> {
      if (isRepeat) return emptyOutcome
      const errors: EntryError[] = []
      let existing = 0
      for (const [index, { contact, rows }] of entries.entries()) {
        inspect(contact.email, rows[0]?.line ?? 0)
        if (!isKnown(contact.email)) continue
        if (mode === 'insert') errors.push({ index, code: 'duplicate' })
        else existing++
      }
      const changed = mode === 'skip' ? { skipped: existing } : { updated: existing }
      const created = entries.length - existing - errors.length
      return { ...emptyOutcome, created, ...changed, errors }
    },
    findings: () => ({ warnings, doubtful, newFields, knowsOutcome: known !== undefined }),
  }
}

const describeFlaw = ({ code, meant = '' }: AddressFlaw, { imports }: Messages): string =>
  fill(imports.addressFlaws[code], { meant })

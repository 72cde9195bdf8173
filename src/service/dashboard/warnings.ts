import type { Values } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import { readableValues } from '../../messages/readable-values.ts'

type WarningCode = Exclude<keyof Messages['accountWarnings'], 'relay_down'>

interface Warning {
  code: WarningCode
  values?: Values
}

interface AccountState {
  plan: string
  senders: readonly {
    from_mail: string
    verified_at: number | null
    checked_at: number | null
    spf: number
    dkim: number
  }[]
  used: number
  monthlySends: number
}

const nearlyUsed = 0.9

/** Warnings about what stops an account's mail from being sent or accepted, now or soon. */
export function warningsOf({ plan, senders, used, monthlySends }: AccountState): Warning[] {
  const verified = senders.filter(({ verified_at }) => verified_at !== null)
  const warnings: Warning[] = []
  if (plan === 'sandbox') warnings.push({ code: 'sandbox_plan' })
  if (verified.length === 0) warnings.push({ code: 'no_verified_sender' })
  for (const { from_mail, verified_at } of senders) {
    if (verified_at === null) warnings.push({ code: 'sender_not_verified', values: { from_mail } })
  }
  for (const { from_mail, checked_at, spf, dkim } of verified) {
    if (checked_at !== null && spf + dkim < 2) {
      warnings.push({ code: 'domain_not_authenticated', values: { from_mail } })
    }
  }
  if (used >= monthlySends * nearlyUsed) {
    warnings.push({ code: 'quota_nearly_used', values: { used, monthly_sends: monthlySends } })
  }
  return warnings
}

export const describeWarning = ({ code, values = {} }: Warning, language: Language) => ({
  code,
  message: fill(
    messages[language].accountWarnings[code],
    values && readableValues(values, language),
  ),
})

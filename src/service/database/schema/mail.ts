import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface TemplateRow {
  id: Generated<number>
  account_id: number
  name: string
  /** The newest. */
  version: number
  /** Counts every change of it, a new version or not. */
  revision: number
  /** Put away: not offered, and still there for what uses it. */
  archived: Bit
  created_at: number
  updated_at: number
}

/** Never changed once it is written. */
export interface TemplateVersionRow {
  template_id: number
  version: number
  created_at: number
  asunto: string
  html: string
  text: string
  /** What the HTML was made from; null where it was written by hand. */
  mjml: string | null
  editor_json: string | null
}

/** Mail of the service itself: codes, opt-in, notices. The bodies are wiped once they are sent. */
export interface MessageRow {
  id: Generated<number>
  account_id: number | null
  kind: string
  /** Null: the service's own address. */
  from_mail: string | null
  from_name: string
  reply_to: string | null
  to_mail: string
  subject: string
  text: string
  html: string
  state: string
  claim: string | null
  lease_until: number
  attempts: number
  next_at: number
  response: string | null
  created_at: number
  sent_at: number | null
}

/** What the sandbox's own catch-all received. */
export interface SandboxMessageRow {
  id: Generated<number>
  mail_from: string
  rcpt_to: string
  subject: string
  raw: Uint8Array
  received_at: number
}

export interface SenderRow {
  id: Generated<number>
  account_id: number
  from_name: string
  from_mail: string
  from_key: string
  reply_to: string | null
  verified_at: number | null
  code_hash: string | null
  token_hash: string | null
  code_expires_at: number
  code_tries: number
  spf: Bit
  dkim: Bit
  /** Which of our keys its domain has in DNS. */
  dkim_selector: string | null
  dmarc: Bit
  checked_at: number | null
  created_at: number
}

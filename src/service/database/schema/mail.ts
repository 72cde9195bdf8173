import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface TemplateRow {
  id: Generated<number>
  account_id: number
  name: string
  /** The newest version. */
  version: number
  /** Incremented with every change, even one without a new version. */
  revision: number
  /** No longer offered, but still available to whatever uses it. */
  archived: Bit
  created_at: number
  updated_at: number
}

/** Never changed. */
export interface TemplateVersionRow {
  template_id: number
  version: number
  created_at: number
  asunto: string
  html: string
  text: string
  /** The source of the HTML; null for hand-written HTML. */
  mjml: string | null
  editor_json: string | null
}

/**
 * Messages of the service itself: codes, opt-in, notices. The bodies are deleted once sent. While a message waits
 * to go out, it has a row in `message_queue` too.
 */
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
  /** If it is `uncertain`, the claim of the process that submitted it and may still know the result. */
  claim: string | null
  attempts: number
  response: string | null
  created_at: number
  sent_at: number | null
  /** Lower ones go out first. */
  priority: Generated<number>
  /** For List-Unsubscribe. */
  unsubscribe_url: Generated<string | null>
  /** The language of an opt-in mail. */
  language: Generated<string | null>
  /**
   * The values of merge tags, as JSON, if the account's own wording may replace the message. The
   * wording is rendered when the message is sent.
   */
  merge_values: Generated<string | null>
}

/**
 * Opt-in mails that wait, because a limit is reached or the account has no verified sender. They name
 * the contact and not its address, so that a deleted contact leaves nothing.
 */
export interface OptInRequestRow {
  id: Generated<number>
  account_id: number
  list_id: number
  contact_id: number
  /** `owner` or `person`: who caused the mail. */
  cause: string
  /** Not before this time. */
  next_at: number
  created_at: number
  /** Of the form or page that the person used. Null: the account's language. */
  language: Generated<string | null>
}

/** The wording of an account's opt-in mail in one language. */
export interface OptInTemplateRow {
  account_id: number
  language: string
  template_id: number
  subject: string
  updated_at: number
}

/**
 * The welcome mails of lists. A row stays when its mail is queued, so that nobody gets it twice. It
 * names the contact and not its address.
 */
export interface WelcomeRow {
  id: Generated<number>
  account_id: number
  list_id: number
  contact_id: number
  /** Not before this time. Null: the mail is queued. */
  next_at: number | null
  created_at: number
}

/** Messages that went to an inbox and not to their recipients. */
export interface SandboxMessageRow {
  id: Generated<number>
  /** The sandbox account that sent it. 0: the catch-all of a sandbox service has received it. */
  account_id: Generated<number>
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
  /** The DKIM selector that the sender's domain publishes. */
  dkim_selector: string | null
  dmarc: Bit
  checked_at: number | null
  created_at: number
}

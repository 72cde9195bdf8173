import type { ProblemCode } from './problem-codes.ts'

/**
 * All failure codes, with the HTTP status of the service (0 for codes that never travel over HTTP)
 * and the exit code of the command line.
 */
export const failureTable = {
  // Usage errors on the command line.
  usage: { status: 0, exit: 2 },
  unknown_flag: { status: 0, exit: 2 },
  unknown_verb: { status: 0, exit: 2 },
  unknown_profile: { status: 0, exit: 2 },
  value_not_taken: { status: 0, exit: 2 },
  flag_before_verb: { status: 0, exit: 2 },
  nothing_to_change: { status: 0, exit: 2 },
  missing_value: { status: 0, exit: 2 },
  missing_input: { status: 0, exit: 2 },
  missing_word: { status: 0, exit: 2 },
  nothing_to_choose: { status: 0, exit: 2 },
  not_a_choice: { status: 0, exit: 2 },
  unknown_output_field: { status: 0, exit: 2 },
  no_dry_run: { status: 0, exit: 2 },
  too_many_words: { status: 0, exit: 2 },
  file_unreadable: { status: 0, exit: 2 },
  images_refused: { status: 0, exit: 2 },
  file_not_text: { status: 422, exit: 2 },
  file_empty: { status: 422, exit: 2 },
  file_not_table: { status: 422, exit: 2 },
  file_unclear: { status: 422, exit: 2 },
  file_too_large: { status: 422, exit: 2 },
  workbook_broken: { status: 422, exit: 2 },
  sheet_unknown: { status: 422, exit: 2 },
  file_changed: { status: 0, exit: 2 },
  file_unwritable: { status: 0, exit: 2 },
  import_elsewhere: { status: 0, exit: 2 },
  no_email_column: { status: 422, exit: 2 },
  jq_unreadable: { status: 0, exit: 2 },
  jq_too_large: { status: 0, exit: 1 },
  jq_failed: { status: 0, exit: 1 },
  nothing_to_settle: { status: 0, exit: 2 },
  secret_in_flag: { status: 0, exit: 2 },
  ambiguous_name: { status: 0, exit: 2 },
  time_ambiguous: { status: 0, exit: 2 },
  time_nonexistent: { status: 0, exit: 2 },
  time_unclear: { status: 0, exit: 2 },
  time_weekday: { status: 0, exit: 2 },
  time_unreadable: { status: 0, exit: 2 },
  zone_unknown: { status: 0, exit: 2 },
  expression_character: { status: 0, exit: 2 },
  expression_token: { status: 0, exit: 2 },
  expression_value: { status: 0, exit: 2 },
  expression_date: { status: 0, exit: 2 },
  expression_period: { status: 0, exit: 2 },
  expression_twice: { status: 0, exit: 2 },
  expression_condition: { status: 0, exit: 2 },
  expression_field: { status: 0, exit: 2 },
  expression_event: { status: 0, exit: 2 },
  expression_property: { status: 0, exit: 2 },
  expression_sum: { status: 0, exit: 2 },
  expression_currency: { status: 0, exit: 2 },
  expression_operator: { status: 0, exit: 2 },
  expression_deep: { status: 0, exit: 2 },
  not_logged_in: { status: 0, exit: 4 },
  other_origin: { status: 0, exit: 4 },
  plain_http: { status: 0, exit: 4 },
  token_short: { status: 0, exit: 4 },
  token_end_unknown: { status: 0, exit: 4 },
  confirmation_needed: { status: 0, exit: 7 },
  confirm_mismatch: { status: 0, exit: 7 },
  declined: { status: 0, exit: 7 },
  send_blocked: { status: 0, exit: 7 },
  recipients_drifted: { status: 0, exit: 7 },
  import_unfinished: { status: 0, exit: 7 },
  state_unwritable: { status: 0, exit: 7 },
  time_past: { status: 0, exit: 7 },
  still_running: { status: 0, exit: 8 },
  done_in_part: { status: 0, exit: 9 },
  too_many_rejects: { status: 0, exit: 9 },
  locked: { status: 0, exit: 13 },
  config_broken: { status: 0, exit: 1 },
  config_unusable: { status: 0, exit: 1 },
  database_in_use: { status: 0, exit: 13 },
  processes_running: { status: 0, exit: 13 },
  schema_newer: { status: 0, exit: 1 },
  schema_older: { status: 0, exit: 2 },
  not_a_database: { status: 0, exit: 2 },
  needs_database_file: { status: 0, exit: 2 },
  database_unreachable: { status: 0, exit: 11 },
  replica_unusable: { status: 0, exit: 2 },
  database_not_empty: { status: 0, exit: 7 },
  database_differs: { status: 0, exit: 1 },
  wrong_master_key: { status: 0, exit: 1 },
  keys_in_use: { status: 0, exit: 13 },
  master_key_missing: { status: 0, exit: 2 },
  signing_key_broken: { status: 0, exit: 1 },
  dkim_selector_unknown: { status: 0, exit: 2 },
  dkim_selector_used: { status: 0, exit: 2 },
  certificate_unusable: { status: 0, exit: 2 },
  sign_up_without_sender: { status: 0, exit: 2 },
  port_in_use: { status: 0, exit: 2 },
  port_refused: { status: 0, exit: 2 },
  sandbox_not_running: { status: 0, exit: 3 },
  demo_failed: { status: 0, exit: 1 },
  sandbox_did_not_start: { status: 0, exit: 1 },
  program_not_found: { status: 0, exit: 2 },
  disk_full: { status: 507, exit: 1 },
  webhook_invalid: { status: 0, exit: 6 },
  interrupted: { status: 0, exit: 130 },
  terminated: { status: 0, exit: 143 },
  // Connection errors.
  network: { status: 0, exit: 11 },
  proxy_failed: { status: 0, exit: 11 },
  certificate_unknown: { status: 0, exit: 11 },
  certificate_outdated: { status: 0, exit: 11 },
  certificate_misnamed: { status: 0, exit: 11 },
  tls_failed: { status: 0, exit: 11 },
  timed_out: { status: 0, exit: 11 },
  broken_off: { status: 0, exit: 11 },
  outcome_unknown: { status: 0, exit: 12 },
  id_not_told: { status: 0, exit: 12 },
  not_the_api: { status: 0, exit: 14 },
  not_offered: { status: 0, exit: 14 },
  unreadable_answer: { status: 0, exit: 11 },
  redirected: { status: 0, exit: 11 },
  // Responses of the service.
  malformed: { status: 400, exit: 6 },
  unauthorized: { status: 401, exit: 4 },
  bad_credentials: { status: 401, exit: 4 },
  token_expired: { status: 401, exit: 4 },
  token_revoked: { status: 401, exit: 4 },
  key_unknown: { status: 401, exit: 4 },
  key_expired: { status: 401, exit: 4 },
  key_revoked: { status: 401, exit: 4 },
  forbidden: { status: 403, exit: 5 },
  scope_missing: { status: 403, exit: 5 },
  session_needed: { status: 403, exit: 5 },
  suspended: { status: 403, exit: 5 },
  not_confirmed: { status: 403, exit: 5 },
  invite_refused: { status: 403, exit: 5 },
  sign_up_closed: { status: 403, exit: 5 },
  sandbox_account: { status: 403, exit: 5 },
  not_found: { status: 404, exit: 3 },
  list_unknown: { status: 404, exit: 3 },
  no_such_route: { status: 404, exit: 14 },
  method_not_allowed: { status: 405, exit: 14 },
  not_acceptable: { status: 406, exit: 6 },
  conflict: { status: 409, exit: 6 },
  wrong_state: { status: 409, exit: 6 },
  in_use: { status: 409, exit: 6 },
  already_exists: { status: 409, exit: 6 },
  idempotency_in_flight: { status: 409, exit: 6 },
  unsubscribed: { status: 410, exit: 6 },
  edited_meanwhile: { status: 412, exit: 6 },
  body_too_large: { status: 413, exit: 6 },
  unsupported_media_type: { status: 415, exit: 6 },
  invalid: { status: 422, exit: 6 },
  sender_not_verified: { status: 422, exit: 6 },
  wrong_code: { status: 422, exit: 6 },
  code_expired: { status: 422, exit: 6 },
  reset_refused: { status: 422, exit: 6 },
  audience_empty: { status: 422, exit: 6 },
  merge_tag_broken: { status: 422, exit: 6 },
  filter_refused: { status: 422, exit: 6 },
  template_too_slow: { status: 422, exit: 6 },
  idempotency_mismatch: { status: 422, exit: 6 },
  quota_exceeded: { status: 403, exit: 5 },
  storage_exceeded: { status: 413, exit: 5 },
  too_many_uploads: { status: 429, exit: 10 },
  answer_too_large: { status: 409, exit: 6 },
  test_limit: { status: 429, exit: 10 },
  rate_limited: { status: 429, exit: 10 },
  read_too_slow: { status: 422, exit: 6 },
  internal: { status: 500, exit: 1 },
  not_implemented: { status: 501, exit: 14 },
  unavailable: { status: 503, exit: 11 },
} as const satisfies Record<string, { status: number; exit: number }>

export type FailureCode = keyof typeof failureTable

/** The exit code of a run: success, or a failure from the table. */
export type ExitCode = 0 | (typeof failureTable)[FailureCode]['exit']

/** Values for the `{placeholders}` of a sentence. */
export type Values = Record<string, string | number>

/** One problem of one field. `field` is a dotted path of wire names. */
export interface Problem {
  field: string
  code: ProblemCode
  values?: Values
  /** The server's message, in the requested language. */
  message?: string
}

/** The server's original error, whatever failure code the client has assigned to it. */
export interface ServerAnswer {
  status: number
  code?: string
  message?: string
  requestId?: string
}

interface FailureDetails {
  /**
   * Values for the placeholders of the sentence. JSON errors contain them too, so they are never
   * secret.
   */
  values?: Values
  problems?: readonly Problem[]
  retryAfterSeconds?: number
  server?: ServerAnswer
  /** Ctrl-C is how the command ends, so a person needs no sentence. */
  isExpected?: true
}

/**
 * The only error class. The service's error handler and `cli/main.ts` turn it into messages.
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, details: FailureDetails = {}, options?: { cause?: unknown }) {
    super(code, options)
    this.name = 'Failure'
    this.code = code
    this.details = details
  }
}

/** Throws `invalid` if the list has problems. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Failure('invalid', { problems })
}

import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface SegmentRow {
  id: Generated<number>
  account_id: number
  name: string
  /** Null: all lists of the account. */
  list_id: number | null
  conditions: string
  /** The size at the last count. */
  contacts: number | null
  computed_at: number | null
  version: number
  created_at: number
  updated_at: number
}

export interface ListRow {
  id: Generated<number>
  account_id: number
  public_id: string
  name: string
  description: string
  double_optin: Bit
  from_mail: string | null
  welcome_template_id: number | null
  /** Whether public forms also accept the list's numeric id. */
  public_by_id: Generated<Bit>
  /** The sites that embed its form or call the API from a script: origins or `*`, as JSON. */
  form_origins: Generated<string>
  /** Offered in the preference center to contacts of other lists. */
  is_public: Generated<Bit>
  created_at: number
  updated_at: number
}

/** An index of `lists.form_origins`, for requests that name an origin and no list. */
export interface FormOriginRow {
  origin: string
  list_id: number
}

export interface ListFieldRow {
  id: Generated<number>
  account_id: number
  list_id: number
  name: string
  key: string
  type: string
  options: string
  internal: Bit
  required: Bit
  default_value: string | null
  created_at: number
}

/** Written by triggers only. The count of a list is the sum over its slots. */
export interface ListCountRow {
  account_id: number
  list_id: number
  status: string
  slot: number
  contacts: number
}

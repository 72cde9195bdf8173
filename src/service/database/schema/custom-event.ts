import type { Generated } from 'kysely'

/** A person of an account with events, by address: one however many lists have the address. */
export interface PersonRow {
  id: Generated<number>
  account_id: number
  email_key: string
}

/** A name of custom events. */
export interface EventNameRow {
  id: Generated<number>
  account_id: number
  name: string
  /** The number of events ever recorded. */
  count: number
  /** Of the events themselves, not of their recording. */
  first_at: number
  last_at: number
}

/** A property of the events with a name. Its first value has fixed the type. */
export interface EventPropertyRow {
  account_id: number
  name_id: number
  /** `total`, or `items[].price` for the entries of a list. */
  property: string
  type: string
}

/** A custom event of a person. */
export interface CustomEventRow {
  id: Generated<number>
  account_id: number
  person_id: number
  name_id: number
  at: number
  recorded_at: number
  /** The campaign that a conversion is attributed to. */
  campaign_id: number | null
  value: number | null
  /** Empty without a currency. */
  currency: string
  /** JSON. */
  properties: string
}

/** The events of a person with a name and a currency. They stay when the events have expired. */
export interface EventTotalRow {
  account_id: number
  name_id: number
  person_id: number
  currency: string
  count: number
  value: number
  first_at: number
  last_at: number
}

/** The ids that clients gave to recorded events, as hashes. */
export interface EventKeyRow {
  account_id: number
  hash: string
  recorded_at: number
}

/** What the properties of an account's events in a period need. */
export interface EventStorageRow {
  account_id: number
  /** The end of the period, by the time of the events. */
  ends_at: number
  bytes: number
}

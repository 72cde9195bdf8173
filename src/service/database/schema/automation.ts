import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface AutomationRow {
  id: Generated<number>
  account_id: number
  name: string
  /** One of `automationStatuses` in the contract. */
  status: string
  /** The newest version. Contacts that enter use it. */
  version: number
  /** The time from which contacts may enter; null before the first activation. */
  activated_at: number | null
  /** The last existing contact of the list that has entered; null when all have, or none should. */
  existing_after: Generated<number | null>
  /** The time at which their enrollment began. Who joined later enters by a signal. */
  existing_since: Generated<number | null>
  /** The time up to which date triggers were evaluated; null before the first evaluation. */
  dates_until: Generated<number | null>
  /** The automation is draining, and its runs end at their current node. */
  exits: Generated<Bit>
  created_at: number
  updated_at: number
}

/** Never changed: a run keeps the version with which it started. */
export interface AutomationVersionRow {
  automation_id: number
  version: number
  /** Trigger, nodes, edges and settings as they were sent, as JSON. */
  definition: string
  created_at: number
}

/** The resources of a node: the campaign of a `send` node, the webhook of a `webhook` node. */
export interface AutomationNodeRow {
  account_id: number
  automation_id: number
  version: number
  node: string
  campaign_id: number | null
  webhook_id: number | null
}

/** Counts for each node. The row with an empty `node` counts runs, not steps. */
export interface AutomationTallyRow {
  account_id: number
  automation_id: number
  version: number
  node: string
  entered: number
  active: number
  completed: number
  failed: number
  /** Runs that reached the goal. Only set in the row that counts runs. */
  goals: number
}

/** The goals that had a value, for each currency; empty without one. */
export interface AutomationGoalRow {
  account_id: number
  automation_id: number
  version: number
  currency: string
  count: number
  value: number
}

/** The run of a contact through an automation, active or ended. */
export interface AutomationRunRow {
  id: Generated<number>
  account_id: number
  automation_id: number
  version: number
  contact_id: number
  /** The current or the last node. */
  node: string
  /** The number of completed steps. */
  steps: number
  state: 'waiting' | 'ended'
  /** When the next step is due; null once the run has ended. */
  due_at: number | null
  /**
   * The signal that ends the wait early, and the details it must match, as JSON. Both are null once
   * it came.
   */
  awaits: string | null
  awaits_of: string | null
  /** The events since the run has been due, as JSON: they count when it reaches a wait. */
  earlier_events: Generated<string | null>
  /** How often the step has thrown. */
  tries: Generated<number>
  /** What the event that started the run had, as JSON, if an older program wrote the run. */
  properties: string
  /** The event that started the run and those that it waited for, as JSON. */
  events: Generated<string | null>
  /** Unique: the same occasion starts one run only. */
  entry_key: string
  /** Set while the contact may not enter again: forever if nobody enters twice. */
  place_key: string | null
  entered_at: number
  ended_at: number | null
  /** `end`, `exit`, `goal`, `segment`, `left`, `removed`, `failed`, `stopped` or `expired`. */
  ended_by: string | null
  /**
   * The run ended long ago. Its steps are deleted, and the row only prevents its contact from
   * entering again.
   */
  is_bare: Generated<Bit>
}

/** A step, written in the transaction of its effects, so that it happens once. */
export interface AutomationStepRow {
  account_id: number
  run_id: number
  step: number
  node: string
  /** The branch taken, or the reason for a failure. */
  outcome: string
  at: number
}

/** An event of a contact that automations may listen to. Processed once, in order, then deleted. */
export interface SignalRow {
  id: Generated<number>
  account_id: number
  /** `joined`, `form`, `confirmed`, `open`, `click`, `sent`, `bounce`, `conversion` or `custom`. */
  kind: string
  contact_id: number
  campaign_id: number | null
  link_id: number | null
  /** The name of a custom event or a conversion. */
  name: string | null
  /** As JSON. */
  properties: string
  /** What else a custom event has, as JSON: its time, value and currency. */
  event: Generated<string | null>
  /** The automation that caused it. Contacts do not enter that automation by it. */
  automation_id: number | null
  at: number
}

/** A signal kind that an account's automations listen to. Other kinds are not recorded. */
export interface SignalListenerRow {
  account_id: number
  kind: string
}

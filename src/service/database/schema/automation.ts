import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface AutomationRow {
  id: Generated<number>
  account_id: number
  name: string
  /** One of `automationStatuses` in the contract. */
  status: string
  /** The newest; contacts who enter take it. */
  version: number
  /** Since when contacts may enter; null until it is activated for the first time. */
  activated_at: number | null
  /** The last contact of its list that was let in, while those who were there already enter; else null. */
  existing_after: Generated<number | null>
  /** Until when it was looked whose date has come; null before the first look. */
  dates_until: Generated<number | null>
  /** While it is draining: those on their way end where they stand. */
  exits: Generated<Bit>
  created_at: number
  updated_at: number
}

/** Never changed: who is on its way stays on the version that it entered. */
export interface AutomationVersionRow {
  automation_id: number
  version: number
  /** Trigger, nodes, edges and settings as they were given, as JSON. */
  definition: string
  created_at: number
}

/** What a node of a version owns: a `send` the campaign its mail belongs to, a `webhook` its receiver. */
export interface AutomationNodeRow {
  automation_id: number
  version: number
  node: string
  campaign_id: number | null
  webhook_id: number | null
}

/** How many came and went. The row whose `node` is empty counts runs, not steps. */
export interface AutomationTallyRow {
  automation_id: number
  version: number
  node: string
  entered: number
  active: number
  completed: number
  failed: number
  /** Runs that reached the goal; kept in the row of runs alone. */
  goals: number
}

/** A contact on its way through an automation, or at its end. */
export interface AutomationRunRow {
  id: Generated<number>
  account_id: number
  automation_id: number
  version: number
  contact_id: number
  /** Where it stands, or stood at the end. */
  node: string
  /** How many steps it has made. */
  steps: number
  state: 'waiting' | 'ended'
  /** When its next step is due; null once it has ended. */
  due_at: number | null
  /** The kind of signal that moves it sooner, and what that must name, as JSON; both null once it came. */
  awaits: string | null
  awaits_of: string | null
  /** How often its step threw. */
  tries: Generated<number>
  /** What the event that let it in carried, as JSON. */
  properties: string
  /** The same occasion lets a contact in once. */
  entry_key: string
  /** Taken while no other run of the contact may begin; for ever where nobody enters twice. */
  place_key: string | null
  entered_at: number
  ended_at: number | null
  /** `end`, `exit`, `goal`, `segment`, `left`, `removed`, `failed` or `stopped`. */
  ended_by: string | null
  /** It ended long ago: its way is forgotten, and the row only keeps its contact from entering again. */
  is_bare: Generated<Bit>
}

/** Each step once: its row is written in the transaction of what the step did. */
export interface AutomationStepRow {
  run_id: number
  step: number
  node: string
  /** The branch that it took, or why it failed or did nothing. */
  outcome: string
  at: number
}

/** Something happened to a contact that an automation may care about. Read once, in order, then gone. */
export interface SignalRow {
  id: Generated<number>
  account_id: number
  /** `joined`, `form`, `confirmed`, `open`, `click`, `sent`, `bounce`, `conversion` or `custom`. */
  kind: string
  contact_id: number
  campaign_id: number | null
  link_id: number | null
  /** Of a custom event or a conversion. */
  name: string | null
  /** As JSON. */
  properties: string
  /** The automation whose doing it was: that one nobody enters by it. */
  automation_id: number | null
  at: number
}

/** An account in which a kind of signal is wanted: nothing else is ever appended. */
export interface SignalListenerRow {
  account_id: number
  kind: string
}

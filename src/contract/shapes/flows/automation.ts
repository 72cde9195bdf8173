import * as z from 'zod'
import { eventName, eventProperties } from '../custom-event.ts'
import { count, email, id, idOrText, instant, rate } from '../wire.ts'
import { automationEdge, automationNode, nodeName, trigger } from './automation-node.ts'

export const automationSettings = z.strictObject({
  /** Whether a contact may enter again. The default is `never`. */
  reentry: z.enum(['never', 'after_exit', 'always']).optional(),
  /**
   * A property of the event of the trigger, such as `order_id`. `reentry` then applies to each of its
   * values: an order enters once.
   */
  reentry_key: z.string().min(1).max(64).optional(),
  /** A `goal` node. Contacts that match its conditions move there from any node. */
  goal: nodeName.optional(),
  /** Contacts that enter this segment leave the automation. */
  exit_segment: idOrText.optional(),
})

/** The content of a version. */
export const automationDefinition = z.strictObject({
  trigger,
  nodes: z.array(automationNode),
  edges: z.array(automationEdge),
  settings: automationSettings,
})

export type AutomationDefinition = z.output<typeof automationDefinition>

/**
 * A definition in a request. `automation-check.ts` validates it, to report all problems at once.
 */
export const triggerIn: typeof trigger = z.looseObject({}) as never
export const nodeIn: typeof automationNode = z.looseObject({}) as never
export const edgeIn: typeof automationEdge = z.looseObject({}) as never
export const settingsIn: typeof automationSettings = z.looseObject({}) as never

const maxNodes = 500
const maxEdges = 1000

export const automationInput = z.strictObject({
  name: z.string().min(1).max(255),
  trigger: triggerIn,
  nodes: z.array(nodeIn).min(1).max(maxNodes),
  edges: z.array(edgeIn).max(maxEdges),
  settings: settingsIn.optional(),
})

export const automationStatuses = ['draft', 'active', 'paused', 'draining', 'stopped'] as const
export type AutomationStatus = (typeof automationStatuses)[number]

/** Why the service has paused the messages of an automation. The first one matters most. */
export const heldReasons = ['reputation', 'template'] as const
export type HeldReason = (typeof heldReasons)[number]

export const automationSummary = z.object({
  id,
  name: z.string(),
  status: z.enum(automationStatuses),
  /** Why its messages are paused although it is active; null if they are not. Activating it resumes them. */
  held_for: z.enum(heldReasons).nullable().optional(),
  version: z.int().positive(),
  entered: count,
  active: count,
  completed: count,
  created_at: instant,
  updated_at: instant,
})

export const automation = automationSummary.extend(automationDefinition.shape)

export const automationState = z.object({
  ok: z.boolean(),
  status: z.enum(automationStatuses),
})

export const automationActivated = automationState.extend({
  /**
   * The number of contacts that enter immediately, because they are already on the list and the
   * trigger includes them.
   */
  enter: count,
})

const automationRun = z.object({
  contact_id: id,
  /** Null after the contact was erased. */
  email: email.nullable(),
  version: z.int().positive(),
  /** The current node, or the last one. */
  node: z.string(),
  state: z.enum(['waiting', 'ended']),
  /** How the run ended: at an end of the flow, at an exit, at the goal, or another reason. */
  ended_by: z.string().nullable(),
  entered_at: instant,
  due_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** The path of the run, if one contact was requested. */
  steps: z.array(z.object({ node: z.string(), outcome: z.string(), at: instant })).optional(),
})

const passed = { entered: count, active: count, completed: count, failed: count }

export const automationStats = z.object({
  ...passed,
  goals: count,
  /** How many of the entered contacts reached the goal. */
  goal_rate: rate,
  /** The values of the goals, for each currency; null without one. */
  goal_values: z
    .array(z.object({ currency: z.string().nullable(), count, value: z.number() }))
    .optional(),
  /** For all versions, or for the requested one. */
  nodes: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      ...passed,
      /** For a `send` node: the campaign id for the statistics of its messages. */
      campaign_id: id.optional(),
    }),
  ),
  runs: z.array(automationRun).optional(),
})

export const enrolInput = z.strictObject({
  contact_id: idOrText.optional(),
  email: email.optional(),
  event: eventName.optional(),
  properties: eventProperties.optional(),
  idempotency: z.string().min(1).max(255).optional(),
})

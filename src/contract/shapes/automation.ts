import * as z from 'zod'
import { automationEdge, automationNode, nodeName, trigger } from './automation-node.ts'
import { count, email, id, idOrText, instant, rate } from './wire.ts'

export const automationSettings = z.strictObject({
  /** Whether a contact may enter again: `never` by default. */
  reentry: z.enum(['never', 'after_exit', 'always']).optional(),
  /** A `goal` node: whoever fulfils its conditions is taken there from wherever they are. */
  goal: nodeName.optional(),
  /** Whoever comes to be in it leaves. */
  exit_segment: idOrText.optional(),
})

/** What a version is made of. */
export const automationDefinition = z.strictObject({
  trigger,
  nodes: z.array(automationNode),
  edges: z.array(automationEdge),
  settings: automationSettings,
})

export type AutomationDefinition = z.output<typeof automationDefinition>

/**
 * The parts of a definition on the way in. They are read by `automation-check.ts`, which finds all
 * that is wrong with all of them at once.
 */
export const triggerIn: typeof trigger = z.looseObject({}) as never
export const nodeIn: typeof automationNode = z.looseObject({}) as never
export const edgeIn: typeof automationEdge = z.looseObject({}) as never
export const settingsIn: typeof automationSettings = z.looseObject({}) as never

export const mostNodes = 500
const mostEdges = 1000

export const automationInput = z.strictObject({
  name: z.string().min(1).max(255),
  trigger: triggerIn,
  nodes: z.array(nodeIn).min(1).max(mostNodes),
  edges: z.array(edgeIn).max(mostEdges),
  settings: settingsIn.optional(),
})

export const automationStatuses = ['draft', 'active', 'paused', 'draining', 'stopped'] as const
export type AutomationStatus = (typeof automationStatuses)[number]

export const automationSummary = z.object({
  id,
  name: z.string(),
  status: z.enum(automationStatuses),
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
  /** How many enter at once: those who are on the list already, where the trigger asks for them. */
  enter: count,
})

export const automationRun = z.object({
  contact_id: id,
  /** Null once the contact was erased. */
  email: email.nullable(),
  version: z.int().positive(),
  /** Where it stands, or stood at the end. */
  node: z.string(),
  state: z.enum(['waiting', 'ended']),
  /** How it ended: at an end of the flow, an exit, the goal, or why else. */
  ended_by: z.string().nullable(),
  entered_at: instant,
  due_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** The way it went, where one contact was asked for. */
  steps: z.array(z.object({ node: z.string(), outcome: z.string(), at: instant })).optional(),
})

const passed = { entered: count, active: count, completed: count, failed: count }

export const automationStats = z.object({
  ...passed,
  goals: count,
  /** Of those who entered, how many reached the goal. */
  goal_rate: rate,
  /** Of every version together, or of the one that was asked for. */
  nodes: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      ...passed,
      /** Of a `send` node: what the statistics of its messages are asked by. */
      campaign_id: id.optional(),
    }),
  ),
  runs: z.array(automationRun).optional(),
})

export const enrolInput = z.strictObject({
  contact_id: idOrText.optional(),
  email: email.optional(),
  event: z.string().min(1).max(100).optional(),
  properties: z
    .record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
    .optional(),
  idempotency: z.string().min(1).max(255).optional(),
})

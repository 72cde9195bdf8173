import * as z from 'zod'
import { automationEdge, automationNode, nodeName, trigger } from './automation-node.ts'
import { count, email, id, idOrText, instant, rate } from './wire.ts'

const settings = z.strictObject({
  reentry: z.enum(['never', 'after_exit', 'always']).optional(),
  goal: nodeName.optional(),
  exit_segment: idOrText.optional(),
})

export const automationInput = z.strictObject({
  name: z.string().min(1).max(255),
  trigger,
  nodes: z.array(automationNode).min(1).max(500),
  edges: z.array(automationEdge).max(1000),
  settings: settings.optional(),
})

export const automationStatuses = ['draft', 'active', 'paused', 'draining', 'inactive'] as const

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

export const automation = automationSummary.extend({
  trigger,
  nodes: z.array(automationNode),
  edges: z.array(automationEdge),
  settings: z.object(settings.shape),
})

export const automationState = z.object({
  ok: z.boolean(),
  status: z.enum(automationStatuses),
})

export const automationStats = z.object({
  entered: count,
  active: count,
  completed: count,
  goal_rate: rate,
  nodes: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      entered: count,
      active: count,
      completed: count,
      failed: count,
    }),
  ),
  runs: z
    .array(
      z.object({
        contact_id: id,
        version: z.int().positive(),
        node: z.string(),
        state: z.string(),
        entered_at: instant,
        due_at: instant.nullable(),
      }),
    )
    .optional(),
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

import * as z from 'zod'
import { parseDuration } from '../../../core/duration.ts'
import { dayMs } from '../../../core/time.ts'
import { as } from '../../check.ts'
import { eventName } from '../custom-event.ts'
import { fieldValue } from '../field.ts'
import { propertyFilters } from '../property-filter.ts'
import { conditionsIn, segmentEvents } from '../segment.ts'
import { email, flag, headerText, idOrText, webAddress } from '../wire.ts'

/** The name of a node or of a branch. */
export const nodeName = z.string().regex(/^[\w-]{1,64}$/)

/** Ten years. Later than that is as good as never. */
const maxPeriodMs = 3650 * dayMs

/** `90s`, `1h30m`, `7d` */
const period = z.string().max(32).refine(isPeriod, as('bad_duration'))

function isPeriod(text: string): boolean {
  const ms = parseDuration(text) ?? 0
  return ms > 0 && ms <= maxPeriodMs
}

const fieldKey = z.string().min(1).max(64)
const dayOffset = z.int().min(-366).max(366)
const hour = z.int().min(0).max(23)

/** What makes a contact enter. */
export const trigger = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('list_joined'),
    list_id: idOrText,
    /** Whether contacts that are already on the list enter at activation. */
    existing: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('form'), list_id: idOrText }),
  /** The contact confirmed the opt-in. */
  z.strictObject({ type: z.literal('confirmed'), list_id: idOrText }),
  z.strictObject({
    type: z.literal('date_field'),
    list_id: idOrText,
    field: fieldKey,
    offset_days: dayOffset.optional(),
    hour: hour.optional(),
    yearly: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('opened'), campaign_id: idOrText.optional() }),
  z.strictObject({
    type: z.literal('clicked'),
    campaign_id: idOrText.optional(),
    link: z.string().max(2000).optional(),
  }),
  z.strictObject({ type: z.literal('event'), event: eventName }),
])

const message = z.strictObject({
  asunto: headerText(255).min(1),
  from_mail: email,
  from_name: headerText(255).optional(),
  reply_to: email.optional(),
  preheader: headerText(255).optional(),
  template_id: idOrText.optional(),
  html: z
    .string()
    .max(2 * 1024 * 1024)
    .optional(),
  text: z.string().max(500_000).optional(),
  track_reads: flag.optional(),
  track_links: flag.optional(),
})

/**
 * Either a period, or until an hour in the contact's time zone, or until a date field (with
 * additional days).
 */
const delay = z.strictObject({
  period: period.optional(),
  until_hour: hour.optional(),
  until_field: fieldKey.optional(),
  offset_days: dayOffset.optional(),
})

/** The branches are `yes` and `timeout`. */
const waitEvent = z.strictObject({
  event: z.enum(segmentEvents),
  /** The name of a custom event. */
  name: eventName.optional(),
  /** The properties of a custom event. */
  properties: propertyFilters.optional(),
  /** The `send` node with the message. */
  node: nodeName.optional(),
  timeout: period,
})

/** A custom event of the contact since the run began. */
const occurrence = { event: eventName, properties: propertyFilters.optional() }

/** A custom event of the contact since the run began, or within a period until now. */
const recentEvent = z.strictObject({ ...occurrence, within: period.optional() })

/** All parts that are present must be true. At least one is required. */
const condition = z.strictObject({
  conditions: conditionsIn.optional(),
  /** The properties of the event of the run. */
  event: propertyFilters.optional(),
  did: recentEvent.optional(),
  did_not: recentEvent.optional(),
})

/** Contacts reach the goal of the settings when all parts that are present are true. */
const goal = z.strictObject({
  conditions: conditionsIn.optional(),
  did: z.strictObject(occurrence).optional(),
  /** The property of that event that is its value, in place of the value of the event itself. */
  value: z.string().min(1).max(64).optional(),
})

/** Percent by branch, 100 in total. */
const split = z.strictObject({ shares: z.record(nodeName, z.int().min(1).max(100)) })

const tag = z.strictObject({ tag: z.string().min(1).max(100) })
const inList = z.strictObject({ list_id: idOrText })
const nothing = z.strictObject({})

const node = <const T extends string, C extends z.ZodType>(type: T, config: C) =>
  z.strictObject({ id: nodeName, type: z.literal(type), config })

/** `trigger` is the entry. The branches of `condition` are `yes` and `no`. */
export const automationNode = z.discriminatedUnion('type', [
  node('trigger', nothing.optional()),
  node('send', message),
  node('delay', delay),
  node('wait_event', waitEvent),
  node('condition', condition),
  node('split', split),
  node('add_list', inList),
  node('remove_list', inList),
  node('add_tag', tag),
  node('remove_tag', tag),
  node('set_field', z.strictObject({ field: fieldKey, value: fieldValue })),
  node('webhook', z.strictObject({ url: webAddress })),
  node('goal', goal.optional()),
  node('exit', nothing.optional()),
])

export type AutomationNode = z.output<typeof automationNode>
export type NodeType = AutomationNode['type']
export type Trigger = z.output<typeof trigger>

export const automationEdge = z.strictObject({
  from: nodeName,
  to: nodeName,
  branch: nodeName.optional(),
})

export type AutomationEdge = z.output<typeof automationEdge>

import * as z from 'zod'
import type { Shape } from './endpoint.ts'
import { featureOf } from './feature.ts'
import { campaign, campaignSummary } from './shapes/campaign.ts'
import { campaignCheck } from './shapes/campaign-check.ts'
import { campaignStats } from './shapes/campaign-stats.ts'
import { contact } from './shapes/contact.ts'
import { accountEvent, dashboard } from './shapes/dashboard.ts'
import { customField } from './shapes/field.ts'
import {
  automation,
  automationSettings,
  automationSummary,
  edgeIn,
  nodeIn,
  settingsIn,
  triggerIn,
} from './shapes/flows/automation.ts'
import { automationEdge, automationNode, trigger } from './shapes/flows/automation-node.ts'
import { job } from './shapes/job.ts'
import { contactList } from './shapes/list.ts'
import { problemDocument } from './shapes/problem.ts'
import { conditions, conditionsIn, segment } from './shapes/segment.ts'
import { sender } from './shapes/sender.ts'
import { subscriber } from './shapes/subscription.ts'
import { template } from './shapes/template.ts'
import { user } from './shapes/user.ts'
import { webhook } from './shapes/webhook.ts'

/** Schemas that the document defines once and references. */
const components = {
  Automation: automation,
  AutomationEdge: automationEdge,
  AutomationNode: automationNode,
  AutomationSettings: automationSettings,
  AutomationSummary: automationSummary,
  Campaign: campaign,
  CampaignSummary: campaignSummary,
  CampaignCheck: campaignCheck,
  CampaignStats: campaignStats,
  Conditions: conditions,
  Contact: contact,
  Dashboard: dashboard,
  Event: accountEvent,
  Field: customField,
  Job: job,
  List: contactList,
  Problem: problemDocument,
  Segment: segment,
  Sender: sender,
  Subscriber: subscriber,
  Template: template,
  Trigger: trigger,
  User: user,
  Webhook: webhook,
}

/**
 * Inputs that zod accepts unchecked because the service validates them, with the component that
 * describes them.
 */
const readByService = new Map<z.core.$ZodType, keyof typeof components>([
  [conditionsIn, 'Conditions'],
  [triggerIn, 'Trigger'],
  [nodeIn, 'AutomationNode'],
  [edgeIn, 'AutomationEdge'],
  [settingsIn, 'AutomationSettings'],
])

const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(components)) named.add(schema, { id })

export interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
}

interface Converted {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}

function override({ zodSchema, jsonSchema }: Converted): void {
  const feature = featureOf(zodSchema)
  if (feature) jsonSchema['x-feature'] = feature
  // The pattern and maximum that zod adds contain no more information than the type.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  const component = readByService.get(zodSchema)
  if (component) {
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
    jsonSchema.$ref = refTo(component)
  }
}

/**
 * `input` is what a caller may send (a default makes a field optional); `output` is the response.
 */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  withoutDefs(
    z.toJSONSchema(schema, {
      io,
      metadata: named,
      override,
    }),
  )

export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, { uri: refTo, io: 'output', override })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withoutDefs(schema)]),
  )
}

const refTo = (name: string): string => `#/components/schemas/${name}`

const ofOneSchema = ['$schema', '$id', '$defs']

/** Converts `$defs` of one schema to components of the whole document. */
function withoutDefs(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    ofOneSchema.includes(key) ? undefined : value,
  )
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Returns the fields of an object schema, and whether each is required. */
export function membersOf(shape: Shape): { name: string; schema: JsonSchema; required: boolean }[] {
  const { properties = {}, required = [] } = jsonSchemaOf(shape, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }))
}

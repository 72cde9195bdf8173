import type { EventProperties } from '../../contract/shapes/custom-event.ts'
import { toIsoTime } from '../../core/time.ts'
import type { ShownCustomEvent } from './store.ts'

export const showCustomEvent = ({
  id,
  name,
  email_key,
  at,
  value,
  currency,
  properties,
  campaign_id,
}: ShownCustomEvent) => ({
  id,
  name,
  email: email_key,
  at: toIsoTime(at),
  value,
  currency: currency === '' ? null : currency,
  properties: JSON.parse(properties) as EventProperties, // only valid ones are written
  campaign_id,
})

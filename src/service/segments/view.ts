import type { Conditions } from '../../contract/shapes/segment.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Segment } from './store.ts'

/** Returns a segment as the API shows it. */
export const showSegment = (segment: Segment) => ({
  id: segment.id,
  name: segment.name,
  list_id: segment.list_id,
  conditions: JSON.parse(segment.conditions) as Conditions, // validated before it was stored
  contacts: segment.contacts,
  computed_at: toIsoTime(segment.computed_at),
  created_at: toIsoTime(segment.created_at),
  updated_at: toIsoTime(segment.updated_at),
})

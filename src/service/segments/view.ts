import type { Conditions } from '../../contract/shapes/segment.ts'
import type { Segment } from './store.ts'

/** A segment as the wire shows it. */
export const showSegment = (segment: Segment) => ({
  id: segment.id,
  name: segment.name,
  list_id: segment.list_id,
  conditions: JSON.parse(segment.conditions) as Conditions, // checked before it was kept
  contacts: segment.contacts,
  computed_at: segment.computed_at === null ? null : new Date(segment.computed_at).toISOString(),
  created_at: new Date(segment.created_at).toISOString(),
  updated_at: new Date(segment.updated_at).toISOString(),
})

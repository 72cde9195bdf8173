/** A table of records that PostgreSQL keeps in one partition for each month. */
export interface PartitionedTable {
  table: 'events' | 'engagements' | 'repeat_visits' | 'delivery_attempts' | 'custom_events'
  /** The time of a record. It never changes, so a row stays in its partition. */
  timeColumn: string
}

export const partitionedTables: readonly PartitionedTable[] = [
  { table: 'events', timeColumn: 'created_at' },
  { table: 'engagements', timeColumn: 'at' },
  { table: 'repeat_visits', timeColumn: 'slot' },
  { table: 'delivery_attempts', timeColumn: 'at' },
  { table: 'custom_events', timeColumn: 'at' },
]

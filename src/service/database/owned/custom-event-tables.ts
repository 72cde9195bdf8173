const ofAccount = { account_id: 'int', id: 'int' } as const
const ownerColumn = 'account_id'

export const customEvents = {
  table: 'custom_events',
  keyColumns: ofAccount,
  ownerColumn,
} as const

export const eventKeys = {
  table: 'event_keys',
  keyColumns: { account_id: 'int', hash: 'text' },
  ownerColumn,
} as const

export const eventStorage = {
  table: 'event_storage',
  keyColumns: { account_id: 'int', ends_at: 'int' },
  ownerColumn,
} as const

/** Custom events with what belongs to them, in the order of deletion. */
export const customEventTables = [
  customEvents,
  {
    table: 'event_totals',
    keyColumns: { account_id: 'int', name_id: 'int', person_id: 'int', currency: 'text' },
    ownerColumn,
  },
  {
    table: 'event_properties',
    keyColumns: { account_id: 'int', name_id: 'int', property: 'text' },
    ownerColumn,
  },
  { table: 'event_names', keyColumns: ofAccount, ownerColumn },
  { table: 'people', keyColumns: ofAccount, ownerColumn },
  eventKeys,
  eventStorage,
] as const

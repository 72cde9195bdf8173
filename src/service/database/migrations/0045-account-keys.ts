import type { Migration } from 'kysely'
import type { Dialect, Executor } from '../dialect.ts'
import { type AccountKeys, replaceKeys } from './steps/account-keys.ts'

/** A table whose only unique key is its id. */
const byId = (table: string, superfluous: readonly string[] = []): AccountKeys => ({
  table,
  keys: [{ name: `${table}_pkey`, columns: ['id'] }],
  lookups: [['id']],
  superfluous,
})

/**
 * The tables that have the account already. Those with a key that a program of the version before names
 * in `on conflict` are not here, nor those where the lookups would cost much: `contacts`, `recipients`
 * and `automation_runs`.
 */
export const accountKeyTables: readonly AccountKeys[] = [
  byId('automations', ['automations_account']),
  byId('campaigns', ['campaigns_account']),
  byId('contact_history'),
  byId('jobs'),
  byId('lifted_suppressions'),
  byId('segments', ['segments_account']),
  byId('senders'),
  byId('signals'),
  byId('suppressions'),
  byId('tallies'),
  byId('templates'),
  byId('webhooks', ['webhooks_account']),
  {
    table: 'conversions',
    keys: [
      { name: 'conversions_pkey', columns: ['id'] },
      { name: 'conversions_campaign_id_event_id_key', columns: ['campaign_id', 'event_id'] },
    ],
    lookups: [['id'], ['campaign_id']],
  },
  {
    table: 'list_fields',
    keys: [
      { name: 'list_fields_pkey', columns: ['id'] },
      { name: 'list_fields_list_id_key_key', columns: ['list_id', 'key'] },
    ],
    lookups: [['id'], ['list_id']],
  },
  {
    table: 'lists',
    keys: [
      { name: 'lists_pkey', columns: ['id'] },
      { name: 'lists_public_id_key', columns: ['public_id'] },
    ],
    lookups: [['id'], ['public_id']],
    superfluous: ['lists_account'],
  },
  {
    table: 'media',
    keys: [
      { name: 'media_pkey', columns: ['id'] },
      { name: 'media_public_id_key', columns: ['public_id'] },
    ],
    lookups: [['id'], ['public_id']],
  },
]

/** Begins the unique keys of PostgreSQL with the account, as a cluster needs. Nobody distributes a file. */
export const accountKeys = ({ name }: Dialect): Migration => ({
  async up(db) {
    if (name === 'sqlite') return
    for (const table of accountKeyTables) await replaceKeys(db as Executor, table)
  },
})

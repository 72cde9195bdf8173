import type { Migration } from 'kysely'
import type { Dialect, Executor } from '../dialect.ts'
import {
  type AccountColumn,
  addAccountColumn,
  addFilledColumn,
  endAccountColumn,
} from './steps/account-columns.ts'
import { type AccountKeys, replaceKeys } from './steps/account-keys.ts'

const ofAutomation = { table: 'automations', column: 'automation_id' }
const ofCampaign = { table: 'campaigns', column: 'campaign_id' }
const ofContact = { table: 'contacts', column: 'contact_id' }
const ofJob = { table: 'jobs', column: 'job_id' }

/**
 * The tables that get the account. Not among them are those which a statement of the version before joins
 * and names `account_id` without a table: `automation_versions` and `template_versions`.
 */
export const accountColumns: readonly AccountColumn[] = [
  { table: 'automation_nodes', owner: ofAutomation },
  { table: 'automation_steps', owner: { table: 'automation_runs', column: 'run_id' } },
  { table: 'automation_tallies', owner: ofAutomation },
  { table: 'campaign_attachments', owner: ofCampaign },
  { table: 'campaign_links', owner: ofCampaign },
  { table: 'campaign_lists', owner: ofCampaign },
  { table: 'contact_tags', owner: ofContact },
  { table: 'contact_values', owner: ofContact },
  { table: 'job_rejects', owner: ofJob },
  { table: 'list_counts', owner: { table: 'lists', column: 'list_id' } },
  { table: 'uploads', owner: ofJob },
]

/** A table with one key, whose first column finds the rows of the row above. */
const byOwner = (table: string, ...columns: [string, ...string[]]): AccountKeys => ({
  table,
  keys: [{ name: `${table}_pkey`, columns }],
  lookups: [columns],
})

/** The keys of these tables, except those that the version before names in `on conflict`. */
export const keysOfAccountColumns: readonly AccountKeys[] = [
  byOwner('automation_nodes', 'automation_id', 'version', 'node'),
  byOwner('automation_steps', 'run_id', 'step'),
  byOwner('campaign_attachments', 'campaign_id', 'position'),
  byOwner('campaign_lists', 'campaign_id', 'list_id'),
  byOwner('contact_tags', 'contact_id', 'tag'),
  byOwner('job_rejects', 'job_id', 'line'),
  byOwner('uploads', 'job_id', 'position'),
  {
    table: 'campaign_links',
    keys: [
      { name: 'campaign_links_pkey', columns: ['id'] },
      {
        name: 'campaign_links_campaign_id_position_key',
        columns: ['campaign_id', 'position'],
      },
    ],
    lookups: [['id'], ['campaign_id', 'position']],
  },
]

/** Adds the account to rows that were found by the row above only. */
export const accountColumnsAndKeys = ({ name }: Dialect): Migration => ({
  async up(migrated) {
    const db = migrated as Executor
    for (const column of accountColumns) {
      if (name === 'sqlite') {
        await addFilledColumn(db, column)
        continue
      }
      await addAccountColumn(db, column)
      await endAccountColumn(db, column, { isFilled: false })
    }
    if (name === 'sqlite') return
    for (const keys of keysOfAccountColumns) await replaceKeys(db, keys)
  },
})

import type { Executor } from '../../database/dialect.ts'
import type { Contact } from '../store.ts'

/** Returns every campaign message to a contact, whatever its state. */
export const selectMailings = (db: Executor, contactId: number) =>
  db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['campaign_id', 'camp_name', 'state', 'recipients.sent_at', 'response'])
    .where('contact_id', '=', contactId)
    .orderBy('recipients.id')
    .execute()

/** Returns every open and click, including those by machines. */
export const selectEngagements = (db: Executor, contactId: number) =>
  db
    .selectFrom('recipients')
    .innerJoin('engagements', 'engagements.recipient_id', 'recipients.id')
    .leftJoin('campaign_links', 'campaign_links.id', 'engagements.link_id')
    .select(['engagements.campaign_id', 'kind', 'machine', 'url', 'at'])
    .where('recipients.contact_id', '=', contactId)
    .orderBy('at')
    .execute()

/** Returns every conversion reported for a contact. */
export const selectConversions = (db: Executor, contactId: number) =>
  db
    .selectFrom('conversions')
    .select(['campaign_id', 'name', 'event_id', 'value', 'currency', 'at'])
    .where('contact_id', '=', contactId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Returns every run of a contact through an automation. A deleted automation leaves no data. */
export const selectAutomationRuns = (db: Executor, contactId: number) =>
  db
    .selectFrom('automation_runs')
    .innerJoin('automations', 'automations.id', 'automation_runs.automation_id')
    .select(['automation_id', 'name', 'entered_at', 'ended_at', 'properties'])
    .where('contact_id', '=', contactId)
    .orderBy('automation_runs.id')
    .execute()

/** Returns the messages that the service itself sent to the address for this account. */
export const selectServiceMessages = (db: Executor, { account_id, email }: Contact) =>
  db
    .selectFrom('messages')
    .select(['kind', 'subject', 'created_at', 'sent_at'])
    .where('account_id', '=', account_id)
    .where('to_mail', '=', email)
    .orderBy('id')
    .execute()

import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'

/** Returns every campaign message to a contact, whatever its state. */
export const selectMailings = (db: Executor, contactId: number) =>
  db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['campaign_id', 'camp_name', 'state', 'recipients.sent_at', 'response'])
    .where('contact_id', '=', contactId)
    .orderBy('recipients.id')
    .execute()

/** Returns every open and click, including those by machines and those that were only counted. */
export const selectEngagements = (db: Executor, contactId: number) =>
  db
    .selectFrom('recipients')
    .innerJoin('engagements', 'engagements.recipient_id', 'recipients.id')
    .leftJoin('campaign_links', 'campaign_links.id', 'engagements.link_id')
    .select(['engagements.campaign_id', 'kind', 'machine', 'url', 'at', sql<number>`1`.as('count')])
    .where('recipients.contact_id', '=', contactId)
    .unionAll(
      db
        .selectFrom('recipients')
        .innerJoin('repeat_visits', (join) =>
          join
            .onRef('repeat_visits.campaign_id', '=', 'recipients.campaign_id')
            .onRef('repeat_visits.recipient_id', '=', 'recipients.id'),
        )
        .leftJoin('campaign_links', 'campaign_links.id', 'repeat_visits.link_id')
        .select(['repeat_visits.campaign_id', 'kind', 'machine', 'url', 'slot as at', 'count'])
        .where('recipients.contact_id', '=', contactId),
    )
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
    .select(['automation_id', 'name', 'entered_at', 'ended_at', 'properties', 'events'])
    .where('contact_id', '=', contactId)
    .orderBy('automation_runs.id')
    .execute()

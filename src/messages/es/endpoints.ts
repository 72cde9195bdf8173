import type { endpoints as english } from '../en/endpoints.ts'
import { apps } from './endpoints/apps.ts'
import { audit } from './endpoints/audit.ts'
import { auth } from './endpoints/auth.ts'
import { automationTests } from './endpoints/automation-tests.ts'
import { automations } from './endpoints/automations.ts'
import { brand } from './endpoints/brand.ts'
import { campaigns } from './endpoints/campaigns.ts'
import { contacts } from './endpoints/contacts.ts'
import { customEvents } from './endpoints/custom-events.ts'
import { dashboard } from './endpoints/dashboard.ts'
import { events } from './endpoints/events.ts'
import { fields } from './endpoints/fields.ts'
import { inbox } from './endpoints/inbox.ts'
import { invites } from './endpoints/invites.ts'
import { jobs } from './endpoints/jobs.ts'
import { keys } from './endpoints/keys.ts'
import { lists } from './endpoints/lists.ts'
import { media } from './endpoints/media.ts'
import { optin } from './endpoints/optin.ts'
import { publicForms } from './endpoints/public.ts'
import { recovery } from './endpoints/recovery.ts'
import { search } from './endpoints/search.ts'
import { segments } from './endpoints/segments.ts'
import { senders } from './endpoints/senders.ts'
import { sharedFields } from './endpoints/shared-fields.ts'
import { subscription } from './endpoints/subscription.ts'
import { suppressions } from './endpoints/suppressions.ts'
import { templates } from './endpoints/templates.ts'
import { users } from './endpoints/users.ts'
import { webhooks } from './endpoints/webhooks.ts'

export const endpoints: typeof english = {
  sharedFields,
  nouns: {
    auth,
    campaigns,
    lists,
    contacts,
    fields,
    jobs,
    segments,
    users,
    webhooks,
    senders,
    templates,
    dashboard,
    events,
    search,
    subscription,
    public: publicForms,
    automations,
    automationTests,
    brand,
    optin,
    suppressions,
    media,
    customEvents,
    keys,
    apps,
    audit,
    inbox,
    invites,
    recovery,
  },
}

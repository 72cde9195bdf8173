/**
 * The fields of an answer that an assistant needs, by endpoint: `id sample{id email}`. An endpoint that
 * is not here answers all its fields. `fields` in a call replaces those of a list.
 */
const job =
  'id kind status dry_run total processed created updated skipped failed error created_at finished_at'
const rates = 'open_rate click_rate click_to_open bounce_rate unsubscribe_rate complaint_rate'
const preview = 'total sendable sample{id list_id email nombre status}'

export const selections: Readonly<Partial<Record<string, string>>> = {
  'automations.get':
    'id name status held_for version entered active completed trigger nodes edges settings',
  'automations.list': 'id name status held_for entered active completed',
  'automations.stats':
    'entered active completed failed goals goal_rate nodes{id type entered active completed failed campaign_id} runs',
  'campaigns.check':
    'ready recipients left_out items{code level message places{part line} suggestion}',
  'campaigns.get':
    'id camp_name asunto preheader html text from_name from_mail reply_to list_id exclude_list_id segment_id template_id expect_recipients track_reads track_links utm ab_test status reason scheduled_at timezone sent_at recipients sent failed warnings',
  'campaigns.links': 'link_id url clicks unique_clicks',
  'campaigns.list':
    'id camp_name asunto status list_id scheduled_at sent_at recipients sent open_rate click_rate',
  'campaigns.preview': 'asunto preheader html text mime size',
  'campaigns.recipients':
    'contact_id email nombre status sent_at opens clicks bounce_type bounce_reason',
  'campaigns.stats': `status recipients sent delivered pending failed unique_opens unique_clicks conversions conversion_value hard_bounces soft_bounces complaints unsubscribes ${rates} series domains bounce_reasons ab_test`,
  'contacts.get':
    'id list_id email nombre status customFields{name value} tags source created_at confirmed_at unsubscribed_at last_open_at last_click_at suppressed',
  'contacts.list': 'id email nombre status tags created_at last_open_at',
  'dashboard.show':
    'contacts active_contacts lists campaigns sent opens clicks bounces unsubscribes open_rate click_rate last_campaigns{id camp_name sent_at recipients open_rate click_rate} comparison quota warnings',
  'fields.list': 'id key name type options required internal',
  'jobs.get': `${job} found`,
  'jobs.list': job,
  'lists.get':
    'id name description public_id double_optin from_mail welcome_template_id public contacts active counts form_url',
  'lists.list': 'id name contacts active double_optin from_mail',
  'segments.fields': 'field name kind type values properties{property type}',
  'segments.get': 'id name list_id conditions contacts computed_at',
  'segments.list': 'id name list_id contacts computed_at',
  'segments.preview': preview,
  'segments.previewUnsaved': preview,
  'senders.create': 'id status verified checked spf dkim dmarc records',
  'senders.list': 'id from_name from_mail reply_to verified spf dkim dmarc',
  'suppressions.list': 'email type scope list_id reason at',
  'templates.get': 'id name asunto version archived html mjml text',
  'templates.list': 'id name asunto version updated_at',
  'users.me':
    'id username email role language timezone mcp_permissions scopes sandbox quota{monthly_sends used contacts_max contacts_used resets_at}',
}

/** A selection as a tree. An empty node selects the whole value. */
export interface Selection {
  [name: string]: Selection
}

export function readSelection(text: string): Selection {
  const root: Selection = {}
  const open = [root]
  let last = root
  for (const [token] of text.matchAll(/[\w]+|[{}]/g)) {
    if (token === '{') open.push(last)
    else if (token === '}') open.pop()
    else {
      last = {}
      const group = open.at(-1)
      if (group) group[token] = last
    }
  }
  return root
}

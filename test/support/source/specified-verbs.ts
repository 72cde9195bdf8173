import { toPortable } from '../../../src/contract/portable-template.ts'

/** A run of a verb that calls a route of the specification. */
export interface SpecifiedVerb {
  /** The arguments after the verb. */
  args: readonly string[]
  stdin?: string
  /** The request that the server receives. */
  route: string
}

const verb = (route: string, args = '', stdin = ''): SpecifiedVerb => ({
  route,
  args: args.split(' ').filter(Boolean),
  stdin,
})

const html = '<p>Hello</p>'
const conditions = '{"op":"and","rules":[{"field":"city","operator":"is","value":"Lugo"}]}'
const flow = '{"name":"Welcome","trigger":{"event":"optin"},"nodes":[],"edges":[]}'
const template = JSON.stringify(
  toPortable({ name: 'Monthly', asunto: '', html, text: '', mjml: null, editor_json: null }),
)
const xsid = 'qwesrtysuio'

/** One run of each verb that works on a server with only the 29 specified routes. */
export const specifiedVerbs: Record<string, SpecifiedVerb> = {
  'auth login': verb('POST /auth/getToken', '--username ana --password-stdin', 'a long secret'),
  'auth logout': verb('POST /auth/logout'),
  'campaigns list': verb('GET /campaigns'),
  'campaigns create': verb(
    'POST /campaigns',
    '--name March --subject Hello --html - --from-mail news@example.org --list 3 --confirm March',
    html,
  ),
  'campaigns send': verb('PUT /campaigns/8/send', '8 --confirm April'),
  'campaigns stats': verb('GET /campaigns/8/stats', '8'),
  'lists create': verb('POST /lists', '--name Customers'),
  'contacts add': verb('POST /lists/3/contacts', '--list 3 --email eva@example.org --nombre Eva'),
  'contacts remove': verb('DELETE /lists/3/contacts/17', '17 --list 3 --yes'),
  'segments create': verb('POST /segments', '--name Lugo --conditions -', conditions),
  'segments preview': verb('GET /segments/4/preview', '4'),
  'users create': verb(
    'POST /users',
    '--username luis --email luis@example.org --role User --password-stdin',
    'another secret',
  ),
  'users get': verb('GET /users/7', '7'),
  'users role': verb('PUT /users/7/role', '7 Reseller --yes'),
  'senders list': verb('GET /senders'),
  'senders create': verb('POST /senders', '--from-name News --from-mail news@example.org'),
  'senders verify': verb('POST /senders/verify', 'news@example.org --code 123456'),
  'templates create': verb('POST /templates', '--name Monthly --html -', html),
  'templates get': verb('GET /templates/9', '9'),
  'templates export': verb('GET /templates/9', '9'),
  'templates import': verb('POST /templates', '-', template),
  'dashboard show': verb('GET /dashboard'),
  'dashboard stats': verb('GET /dashboard/stats'),
  'search all': verb('GET /search', 'eva'),
  'subscription get': verb(`GET /subscription/${xsid}`, xsid),
  'subscription update': verb(`PUT /subscription/${xsid}`, `${xsid} --nombre Eva --field 3=Vigo`),
  'subscription unsubscribe': verb(`DELETE /subscription/${xsid}`, `${xsid} --yes`),
  'public subscribe': verb('POST /public/subscribe', '--list 3 --email eva@example.org'),
  'public unsubscribe': verb('POST /public/unsubscribe', `${xsid} --yes`),
  'automations create': verb('POST /automations', '-', flow),
  'automations activate': verb('PUT /automations/2/activate', '2 --confirm 2'),
}

import { endpoints } from '../contract/index.ts'
import { authenticate } from './auth/authenticate.ts'
import { getToken } from './auth/get-token.ts'
import { logout } from './auth/logout.ts'
import { cancel as cancelCampaign } from './campaigns/cancel.ts'
import { check as checkCampaign } from './campaigns/check.ts'
import { create as createCampaign } from './campaigns/create.ts'
import { remove as deleteCampaign } from './campaigns/delete.ts'
import { duplicate as duplicateCampaign } from './campaigns/duplicate.ts'
import { get as getCampaign } from './campaigns/get.ts'
import { links as campaignLinks } from './campaigns/links.ts'
import { list as listCampaigns } from './campaigns/list.ts'
import { pause as pauseCampaign } from './campaigns/pause.ts'
import { preview as previewCampaign } from './campaigns/preview.ts'
import { recipients as campaignRecipients } from './campaigns/recipients.ts'
import { resend as resendCampaign } from './campaigns/resend.ts'
import { resume as resumeCampaign } from './campaigns/resume.ts'
import { schedule as scheduleCampaign } from './campaigns/schedule.ts'
import { send as sendCampaign } from './campaigns/send.ts'
import { stats as campaignStats } from './campaigns/stats.ts'
import { sendTest } from './campaigns/test.ts'
import { unschedule as unscheduleCampaign } from './campaigns/unschedule.ts'
import { update as updateCampaign } from './campaigns/update.ts'
import { clean as cleanList } from './cleaning/clean.ts'
import { add as addContacts } from './contacts/add.ts'
import { bulk as bulkContacts } from './contacts/bulk.ts'
import { exportList } from './contacts/export.ts'
import { get as getContact } from './contacts/get.ts'
import { history as contactHistory } from './contacts/history.ts'
import { list as listContacts } from './contacts/list.ts'
import { remove as removeContact } from './contacts/remove.ts'
import { suppressions as listSuppressions } from './contacts/suppressions.ts'
import { sweepList } from './contacts/sweep-store.ts'
import { update as updateContact } from './contacts/update.ts'
import { list as listEvents } from './dashboard/events.ts'
import { show as showDashboard } from './dashboard/show.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import { createLimits } from './http/limits.ts'
import type { Page } from './http/page.ts'
import { serveContract } from './http/routes.ts'
import { createServer, servePages } from './http/server.ts'
import { importFile } from './imports/import.ts'
import { cancel as cancelJob } from './jobs/cancel.ts'
import { errors as jobErrors } from './jobs/errors.ts'
import { get as getJob } from './jobs/get.ts'
import { list as listJobs } from './jobs/list.ts'
import { create as createList } from './lists/create.ts'
import { remove as deleteList } from './lists/delete.ts'
import { create as createField } from './lists/fields/create.ts'
import { remove as deleteField } from './lists/fields/delete.ts'
import { list as listFields } from './lists/fields/list.ts'
import { update as updateField } from './lists/fields/update.ts'
import { get as getList } from './lists/get.ts'
import { list as listLists } from './lists/list.ts'
import { update as updateList } from './lists/update.ts'
import { leavePages } from './pages/leave.ts'
import { optInPages } from './pages/opt-in.ts'
import { inboxPages } from './sandbox/inbox.ts'
import { all as searchAll } from './search/all.ts'
import { contacts as searchContacts } from './search/contacts.ts'
import { contacts as segmentContacts } from './segments/contacts.ts'
import { count as countSegment } from './segments/count.ts'
import { create as createSegment } from './segments/create.ts'
import { remove as deleteSegment } from './segments/delete.ts'
import { duplicate as duplicateSegment } from './segments/duplicate.ts'
import { fields as segmentFields } from './segments/fields.ts'
import { get as getSegment } from './segments/get.ts'
import { list as listSegments } from './segments/list.ts'
import { preview as previewSegment, previewUnsaved } from './segments/preview.ts'
import { refresh as refreshSegment } from './segments/refresh.ts'
import { segmentFilter } from './segments/segment-filter.ts'
import { toList as segmentToList } from './segments/to-list.ts'
import { update as updateSegment } from './segments/update.ts'
import { segmentOfField, segmentOfList } from './segments/usage.ts'
import { confirmPages } from './senders/confirm-page.ts'
import { create as createSender } from './senders/create.ts'
import { list as listSenders } from './senders/list.ts'
import { verify as verifySender } from './senders/verify.ts'
import type { Service } from './service.ts'
import { get as getSubscription } from './subscription/get.ts'
import { publicSubscribe } from './subscription/public-subscribe.ts'
import { publicUnsubscribe } from './subscription/public-unsubscribe.ts'
import { unsubscribe } from './subscription/unsubscribe.ts'
import { update as updateSubscription } from './subscription/update.ts'
import { create as saveTemplate } from './templates/create.ts'
import { get as getTemplate } from './templates/get.ts'
import { list as listTemplates } from './templates/list.ts'
import { hasTemplate } from './templates/store.ts'
import { createVisitBuffer } from './tracking/buffer.ts'
import { trackingPages } from './tracking/routes.ts'
import { create as createWebhook } from './webhooks/create.ts'
import { remove as deleteWebhook } from './webhooks/delete.ts'
import { list as listWebhooks } from './webhooks/list.ts'
import { replay as replayEvents } from './webhooks/replay.ts'
import { update as updateWebhook } from './webhooks/update.ts'

/** The version segment is part of the base address. */
export const apiPrefix = '/v3/api'

export interface AppSettings {
  host: string
  port: number
  /** Hops in front of us whose `X-Forwarded-For` is believed. */
  trustedProxies: number
  /** Answered by `/health`. */
  instance: string
  /** Whether the catch-all's inbox is served, to this machine alone. */
  hasInbox: boolean
}

export interface App {
  /** Stops taking requests and lets those under way finish. */
  close(): Promise<void>
}

/** The one place where the service is put together. Listening when it returns. */
export async function startApp(service: Service, settings: AppSettings): Promise<App> {
  const { db, clock, log } = service
  const server = createServer({ trustedProxies: settings.trustedProxies, log })
  const handlers = handlersOf(service)
  const routes = endpoints.map(({ id, noun, verb, endpoint }) => {
    const ofNoun: Record<string, AnyHandler> = handlers[noun]
    return { id, endpoint, handler: ofNoun[verb] }
  })
  const guard = authenticate(service)
  serveContract(server, apiPrefix, routes, {
    db,
    clock,
    log,
    authenticate: guard,
    limit: createLimits(clock),
  })
  const visits = createVisitBuffer(service)
  await servePages(server, [...pagesOf(service, settings), ...trackingPages(service, visits)])
  server.get('/health', async () => ({ status: 'ok', instance: settings.instance }))
  await server.listen({ host: settings.host, port: settings.port })
  return {
    async close() {
      await server.close()
      await visits.stop()
    },
  }
}

const handlersOf = (service: Service): Handlers => ({
  auth: { getToken: getToken(service), logout: logout(service) },
  campaigns: {
    list: listCampaigns(service),
    create: createCampaign(service),
    get: getCampaign(service),
    update: updateCampaign(service),
    delete: deleteCampaign(service),
    check: checkCampaign(service),
    test: sendTest(service),
    send: sendCampaign(service),
    stats: campaignStats(service),
    schedule: scheduleCampaign(service),
    unschedule: unscheduleCampaign(service),
    pause: pauseCampaign(service),
    resume: resumeCampaign(service),
    cancel: cancelCampaign(service),
    duplicate: duplicateCampaign(service),
    preview: previewCampaign(service),
    recipients: campaignRecipients(service),
    links: campaignLinks(service),
    resend: resendCampaign(service),
  },
  lists: {
    list: listLists(service),
    create: createList(service, hasTemplate),
    get: getList(service),
    update: updateList(service, hasTemplate),
    delete: deleteList(service, sweepList, segmentOfList),
    clean: cleanList(service),
    import: importFile(service),
    export: exportList(service, segmentFilter(service.clock)),
    suppressions: listSuppressions(service),
  },
  contacts: {
    list: listContacts(service, segmentFilter(service.clock)),
    add: addContacts(service),
    get: getContact(service),
    update: updateContact(service),
    remove: removeContact(service),
    history: contactHistory(service),
    bulk: bulkContacts(service, segmentFilter(service.clock)),
  },
  fields: {
    list: listFields(service),
    create: createField(service),
    update: updateField(service),
    delete: deleteField(service, segmentOfField),
  },
  jobs: {
    list: listJobs(service),
    get: getJob(service),
    errors: jobErrors(service),
    cancel: cancelJob(service),
  },
  segments: {
    list: listSegments(service),
    create: createSegment(service),
    get: getSegment(service),
    update: updateSegment(service),
    delete: deleteSegment(service),
    preview: previewSegment(service),
    previewUnsaved: previewUnsaved(service),
    fields: segmentFields(service),
    contacts: segmentContacts(service),
    count: countSegment(service),
    duplicate: duplicateSegment(service),
    refresh: refreshSegment(service),
    toList: segmentToList(service),
  },
  users: {},
  webhooks: {
    list: listWebhooks(service),
    create: createWebhook(service),
    update: updateWebhook(service),
    delete: deleteWebhook(service),
    replay: replayEvents(service),
  },
  senders: {
    create: createSender(service),
    verify: verifySender(service),
    list: listSenders(service),
  },
  templates: {
    list: listTemplates(service),
    create: saveTemplate(service),
    get: getTemplate(service),
  },
  dashboard: { show: showDashboard(service) },
  events: { list: listEvents(service) },
  search: { all: searchAll(service), contacts: searchContacts(service) },
  subscription: {
    get: getSubscription(service),
    update: updateSubscription(service),
    unsubscribe: unsubscribe(service),
  },
  public: { subscribe: publicSubscribe(service), unsubscribe: publicUnsubscribe(service) },
  automations: {},
})

/** What is served beside the API. */
const pagesOf = (service: Service, { hasInbox }: AppSettings): readonly Page[] => [
  ...confirmPages(service),
  ...leavePages(service),
  ...optInPages(service),
  ...(hasInbox ? inboxPages(service) : []),
]

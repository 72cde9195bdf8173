import type { AnyCommand } from '../command.ts'

type Load = () => Promise<{ command: AnyCommand }>

/** The table of contents, in the order of help. Each verb is loaded when it runs. */
export const commands: Record<string, Load> = {
  'auth login': () => import('./auth/login.ts'),
  'auth logout': () => import('./auth/logout.ts'),
  'auth status': () => import('./auth/status.ts'),
  'auth token': () => import('./auth/token.ts'),
  'auth list': () => import('./auth/list.ts'),
  'auth switch': () => import('./auth/switch.ts'),
  'campaigns list': () => import('./campaigns/list.ts'),
  'campaigns get': () => import('./campaigns/get.ts'),
  'campaigns create': () => import('./campaigns/create.ts'),
  'campaigns update': () => import('./campaigns/update.ts'),
  'campaigns delete': () => import('./campaigns/delete.ts'),
  'campaigns check': () => import('./campaigns/check.ts'),
  'campaigns test': () => import('./campaigns/test.ts'),
  'campaigns send': () => import('./campaigns/send.ts'),
  'campaigns stats': () => import('./campaigns/stats.ts'),
  'senders list': () => import('./senders/list.ts'),
  'senders create': () => import('./senders/create.ts'),
  'senders verify': () => import('./senders/verify.ts'),
  'dashboard show': () => import('./dashboard/show.ts'),
  'sandbox start': () => import('./sandbox/start.ts'),
  'sandbox status': () => import('./sandbox/status.ts'),
  'sandbox stop': () => import('./sandbox/stop.ts'),
  'sandbox inbox list': () => import('./sandbox/inbox-list.ts'),
  'sandbox inbox open': () => import('./sandbox/inbox-open.ts'),
  serve: () => import('./serve/serve.ts'),
}

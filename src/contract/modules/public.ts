import * as z from 'zod'
import { endpoint, jsonOrForm, one } from '../endpoint.ts'
import { subscribed, subscribeForm, unsubscribeForm } from '../shapes/subscription.ts'
import { success } from '../shapes/wire.ts'

export const publicForms = {
  subscribe: endpoint({
    method: 'POST',
    path: '/public/subscribe',
    effect: 'create',
    access: 'public',
    forVisitors: true,
    shown: true,
    body: jsonOrForm(subscribeForm),
    output: one(subscribed),
    failures: ['list_unknown'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/public/unsubscribe',
    effect: 'destroy',
    access: 'public',
    forVisitors: true,
    shown: true,
    /** The xsid of a one-click request (RFC 8058), whose body does not identify the subscriber. */
    query: z.object({ subscriber: z.string().max(64).optional() }),
    body: jsonOrForm(unsubscribeForm),
    output: one(success),
    failures: ['list_unknown'],
  }),
}

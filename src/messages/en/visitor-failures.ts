import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'

/** Failures in the words for people without an account. Other failures have one text for everyone. */
export const visitorFailures = {
  not_found: {
    title: 'This link is no longer valid',
    sentence: 'It is incomplete, or what it leads to no longer exists.',
  },
  unsubscribed: {
    title: 'You are already unsubscribed',
    sentence: 'You have unsubscribed from this list.',
  },
  forbidden: {
    title: 'Not possible from here',
    sentence: 'This form was not sent from our page. Open the link in your email again.',
  },
  no_such_route: {
    title: 'This page does not exist',
    sentence: 'Check the address, or use the link in your email.',
  },
  internal: {
    title: 'Something went wrong',
    sentence: 'The fault is ours. Please try again later.',
  },
} satisfies Partial<Record<FailureCode, FailureMessage>>

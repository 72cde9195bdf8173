/** Where a reader of a message gets: pages of the service, outside the API. */
export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/u/${token}`
export const subscriptionUrl = (publicUrl: string, xsid: string) => `${publicUrl}/s/${xsid}`

/** In a test: whoever looks at it must not unsubscribe anybody. */
export const placeholder = 'test'

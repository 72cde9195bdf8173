/** Who may sign up: anyone, people with an invite, or nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const

export type SignUpMode = (typeof signUpModes)[number]

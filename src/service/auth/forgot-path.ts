/** The page for a forgotten password, to which every page with a login links. */
export const forgotPath = '/forgot'

/** An assistant as the audit log names it. */
export const nameOfApp = ({ name, host }: { name: string; host: string }): string =>
  `${name} (${host})`.trim()

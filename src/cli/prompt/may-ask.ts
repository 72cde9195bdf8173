interface AskStreams {
  readonly stdin: { readonly isTTY?: boolean | undefined }
  readonly stderr: { readonly isTTY?: boolean | undefined }
}

/** Whether a person can answer a prompt. A pipe (`echo y |`) does not count as consent. */
export const mayAsk = (
  { stdin, stderr }: AskStreams,
  { noInput }: { readonly noInput: boolean },
): boolean => stdin.isTTY === true && stderr.isTTY === true && !noInput

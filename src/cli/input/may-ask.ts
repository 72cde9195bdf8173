export interface AskStreams {
  readonly stdin: { readonly isTTY?: boolean | undefined }
  readonly stderr: { readonly isTTY?: boolean | undefined }
}

/** Whether a person is there to answer: what comes out of a pipe (`echo y |`) is no consent. */
export const mayAsk = (
  { stdin, stderr }: AskStreams,
  { noInput }: { readonly noInput: boolean },
): boolean => stdin.isTTY === true && stderr.isTTY === true && !noInput

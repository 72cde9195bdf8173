export const verbsToCome: readonly string[] = []

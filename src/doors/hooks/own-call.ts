/** Whether a command asks Fovea for something: then the whole answer is wanted. */

const ownCall = /\bfovea(?:\.js)?['"]? (?:expand|search|ledger|uncompress|inspect|store|hook)\b/

export function isOwnCall(command: string): boolean {
  return ownCall.test(command)
}

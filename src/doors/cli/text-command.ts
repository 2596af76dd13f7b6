/** `fovea text`: one document by one technique, there and back. */
import { Command } from 'commander'
import { decodeCommand } from './text/decode-command.ts'
import { encodeCommand } from './text/encode-command.ts'
import { notationCommand } from './text/notation-command.ts'
import { rulesCommand } from './text/rules-command.ts'

export function textCommand(): Command {
  return new Command('text')
    .description('Write a document in fewer tokens, and bring it back')
    .addCommand(encodeCommand())
    .addCommand(decodeCommand())
    .addCommand(rulesCommand())
    .addCommand(notationCommand())
    .addHelpText(
      'after',
      `
Examples:
  fovea text encode notes.md -o notes.short.md           lossless, as few tokens as pay for their legend
  fovea text decode notes.short.md                       and back, to the byte
  fovea text encode notes.md --codebook codes.json       with codes that several documents share
  fovea text rules notes.md -o notes.short.md            what is said twice once; the original goes to the store
  fovea text notation notes.md --level medium            fewer words, for a model; the original goes to the store`,
    )
}

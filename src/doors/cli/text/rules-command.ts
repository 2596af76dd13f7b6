/** `fovea text rules`: a Markdown document without what it says twice and what says nothing. */
import { Command, Option } from 'commander'
import { applyRules, defaultRules } from '../../../tools/documents/rules/apply-rules.ts'
import type { RuleName } from '../../../tools/documents/rules/rule.ts'
import { storeOption } from '../open-store.ts'
import { formatCount } from '../text-table.ts'
import { refuseToOverwrite } from '../write-result.ts'
import { keepOriginal } from './keep-original.ts'
import {
  counterFor,
  type OutputFlags,
  tokensSaved,
  withOutputOptions,
  writeDocument,
} from './output-options.ts'
import { readDocument } from './read-document.ts'

interface Flags extends OutputFlags {
  readonly rules?: readonly RuleName[]
  readonly store?: string
}

export function rulesCommand(): Command {
  return withOutputOptions(new Command('rules'))
    .description(
      'Drop what a Markdown document says twice and what says nothing; the original goes to the store',
    )
    .addOption(
      new Option('-r, --rules <names...>', 'only these (default: all but emphasis)').choices([
        ...defaultRules,
        'emphasis',
      ]),
    )
    .addOption(storeOption())
    .action(run)
}

async function run(file: string, flags: Flags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { name, text, bytes } = await readDocument(file)
  const {
    text: shorter,
    changes,
    tokens,
    loss,
  } = applyRules(text, {
    counter: counterFor(flags.model),
    ...(flags.rules !== undefined && { rules: flags.rules }),
  })
  const original = shorter === text ? undefined : keepOriginal(bytes, flags.store)
  const byRule = Object.fromEntries(
    Map.groupBy(changes, ({ rule }) => rule)
      .entries()
      .map(([rule, all]) => [rule, all.length]),
  )
  const summary =
    original === undefined
      ? 'written as it is: no rule saves tokens'
      : `${tokensSaved(tokens.before, tokens.after)}, ${formatCount(changes.length, 'change')}; the original is ${original}`
  await writeDocument(shorter, { file: name, tokens, loss, byRule, changes, original }, summary, flags)
}

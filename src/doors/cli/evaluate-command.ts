/** `fovea evaluate`: what a compression would have lost of a user's own sessions, and what their agent's own did lose. */
import { Command } from 'commander'
import { FoveaError } from '../../errors.ts'
import { strategyOf } from '../../resolve-options.ts'
import { strategyNames } from '../../strategies/index.ts'
import { runEvaluation } from './evaluation/run-evaluation.ts'

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description(
      "Show what a compression would have lost of your sessions, and what your agent's own did lose",
    )
    .argument('<path...>', 'session files (.gz too), folders of them, or - for standard input')
    .option(
      '-b, --budget <shares>',
      'budgets to try, as shares of the tokens (default: 50%,30%,15%,5%)',
      parseShares,
    )
    .option(
      '-s, --strategy <names>',
      `strategies to try, of ${strategyNames().join(', ')} (default: ${strategyOf({ budget: 1 })})`,
      (value: string, before: readonly string[] = []) => [...before, ...listOf(value)],
    )
    .option('--json', 'print the whole report as JSON')
    .option('--html <file>', 'write a page with plots that needs nothing else')
    .addHelpText(
      'after',
      `
Examples:
  fovea evaluate ~/.claude/projects --html evaluation.html   all sessions of an agent, as a page
  fovea evaluate session.jsonl --budget 30%,10%              one session, two budgets
  fovea evaluate session.jsonl --strategy rules,cap          strategies side by side
  fovea evaluate rollout.jsonl.gz --json | jq '.groups[0].compactions'`,
    )
    .action(runEvaluation)
}

/** `30%,10%`, also given more than once; the largest first. */
function parseShares(value: string, before: readonly number[] = []): readonly number[] {
  const shares = [...before, ...listOf(value).map(shareOf)]
  return [...new Set(shares)].sort((one, other) => other - one)
}

function shareOf(value: string): number {
  const share = /^\d+(?:\.\d+)?%$/.test(value) ? Number(value.slice(0, -1)) / 100 : Number.NaN
  if (!(share > 0 && share <= 1))
    throw new FoveaError('invalid-option', `--budget ${value} is no share of the tokens; write it as 15%.`)
  return share
}

function listOf(value: string): readonly string[] {
  return value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}

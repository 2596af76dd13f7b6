/** The commands of git and of the command lines of its hosts among the commands of one call. */
import { joinPath } from './shell/join-path.ts'
import type { ShellCommand } from './shell/shell-commands.ts'

/** A git command: what it does and with what. */
export interface GitCall {
  readonly verb: string
  readonly args: readonly string[]
  /** What it printed goes through a program that may leave lines out. */
  readonly isFiltered: boolean
  /** Only the beginning or the end of it is shown. */
  readonly isShortened: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly directory: string | undefined
}

/** `-q`, `-qam` */
const quietly = /^-[a-pr-z]{0,6}q[a-pr-z]{0,6}$|^--quiet$/

/** Whether what it says is not seen, or only in part. */
export function isQuiet({ args, isFiltered, isShortened }: GitCall): boolean {
  return isFiltered || isShortened || args.some(arg => quietly.test(arg))
}

const globalWithValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])
/** Repositories that are made to try something. */
const scratch = /^(\/private)?\/(?:tmp|var\/folders|dev\/shm)(?:\/|$)/

export function isScratch(path: string): boolean {
  return scratch.test(path)
}

export function gitCalls(commands: readonly ShellCommand[]): readonly GitCall[] {
  const calls: GitCall[] = []
  for (const [index, { words, directory }] of commands.entries()) {
    const name = words[0]?.text
    if (name !== 'git' && name !== 'gh' && name !== 'glab') continue
    const rest = words.slice(1).map(({ text }) => text)
    if (name === 'git' && rest.includes('init')) return []
    let at = 0
    let place = directory
    while (rest[at]?.startsWith('-')) {
      if (rest[at] === '-C') place = joinPath(directory, rest[at + 1] ?? '')
      at += globalWithValue.has(rest[at] as string) ? 2 : 1
    }
    const isDynamic = words.some(
      ({ text, isDynamic: dynamic }, word) => dynamic && words[word - 1]?.text === '-C' && text !== '',
    )
    if (isDynamic || (place !== undefined && isScratch(place))) continue
    const verb = name === 'git' ? (rest[at] ?? '') : rest.slice(at, at + 2).join(' ')
    const next = commands[index + 1]
    calls.push({
      verb,
      args: rest.slice(at + (name === 'git' ? 1 : 2)),
      isFiltered: next?.joint === '|' && !/^(?:cat|head|tail|tee)$/.test(next.words[0]?.text ?? ''),
      isShortened: next?.joint === '|' && /^(?:head|tail)$/.test(next.words[0]?.text ?? ''),
      isFirst: commands
        .slice(0, index)
        .every(({ words: before }) => /^(?:cd|export|set|echo)$/.test(before[0]?.text ?? '')),
      directory: place,
      isLast: index === commands.length - 1 || (next?.joint === '|' && index === commands.length - 2),
    })
  }
  return calls
}

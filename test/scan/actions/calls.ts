/** Calls as the agents write them: an object becomes JSON, a text stays as it is. */
import type { Action, CallResult } from '../../../src/scan/actions/action.ts'
import { actionsOf } from '../../../src/scan/actions/actions-of.ts'

export interface TestCall {
  readonly name: string
  readonly text: string
}

export function call(name: string, args: unknown): TestCall {
  return { name, text: typeof args === 'string' ? args : JSON.stringify(args) }
}

export function bash(command: string): TestCall {
  return call('Bash', { command })
}

/** `modify src/a.ts`, `move a → b`: what was done, without outcome and without the run itself. */
export function effects(made: TestCall, result?: CallResult): readonly string[] {
  return actionsOf(made, result)
    .filter(({ type }) => type !== 'run')
    .map(effect)
}

function effect(action: Action): string {
  switch (action.type) {
    case 'move':
      return `move ${action.path} → ${action.to}`
    case 'create':
      return `create ${action.path}${action.isDirectory === true ? '/' : ''}`
    case 'search':
      return `search ${action.query}${action.path === undefined ? '' : ` in ${action.path}`}`
    case 'fetch':
      return `fetch ${action.url}`
    case 'ask':
      return `ask ${action.question}`
    case 'delegate':
      return `delegate ${action.task}`
    case 'todo':
      return `todo ${action.items.map(({ text, state }) => `${text}=${state}`).join(', ')}`
    case 'run':
      return `run ${action.command}`
    default:
      return `${action.type} ${action.path}`
  }
}

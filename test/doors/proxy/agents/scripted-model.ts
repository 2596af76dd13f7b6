/** A model that works by a script: it reads logs in the agent's own way, and looks up what it no longer sees. */
import type { RealAgent, ToolUse } from '../../../agents/real-agents.ts'
import type { Asked, Body } from '../provider-double.ts'
import type { Part, Reply } from '../provider-replies.ts'

export const logs = 14

/** Of about five thousand tokens. */
export function logOf(log: number): string {
  const lines = Array.from(
    { length: 300 },
    (_, line) => `log ${log} line ${line}: worker ${(line * 7) % 11} took ${line * 13} ms`,
  )
  return [...lines, `error E${log}: disk ${log} is full`, ''].join('\n')
}

/** Of more tokens than a session lets an output have when it is first sent. */
export const build = {
  file: 'build.sh',
  script: `for i in $(seq 1 700); do echo "module $i of 700 took $((i * 13)) ms"; done\necho "error TS2345: no such disk"\n`,
}

/** A turn of the script: what the model saw, and what it said. */
export interface ReceivedRequest {
  readonly step: string
  readonly asked: Asked
  /** The messages, as JSON. */
  readonly seen: string
}

export interface ScriptedModel {
  /** Of the agent's own conversation, in order. */
  readonly shown: readonly ReceivedRequest[]
  reply(body: Body, asked: Asked): Reply
}

interface Turn {
  readonly step: string
  readonly parts: readonly Part[]
}

const condensed = /\[Condensed: [^\]]{1,200} stored: (db_[0-9a-f]{12,64})\]/g
/** So many steps before the end it looks something up: enough has been condensed by then. */
const late = 7

export function scriptedModel({ shell, read }: RealAgent, workplace: string): ScriptedModel {
  const shown: ReceivedRequest[] = []
  const use = (id: string, { name, input }: ToolUse): Part => ({ call: { id: `call_${id}`, name, input } })
  const look = (name: string, input: object): Part => use(name, { name: `fovea_${name}`, input })
  const turn = (step: string, ...parts: readonly Part[]): Turn => ({ step, parts })

  const reading = Array.from({ length: logs }, (_, log) => {
    const command = `cat logs/${log}.log`
    const way = log % 2 === 0 || read === undefined ? shell(command) : read(`${workplace}/logs/${log}.log`)
    return turn(`log ${log}`, { text: `Reading log ${log}.` }, use(`log_${log}`, way))
  })
  const rest: Turn[] = [
    // Two calls at once, the second of which fails.
    turn(
      'build',
      { text: 'Building.' },
      use('build', shell(`sh ${build.file}`)),
      use('fails', shell('echo no such compiler >&2; exit 3')),
    ),
    ...reading,
    // A call of ours beside one of the agent's.
    turn(
      'search',
      { text: 'Where was that?' },
      look('search', { query: 'disk full' }),
      use('beside', shell('echo beside the search')),
    ),
    turn('write', { text: 'Writing.' }, use('write', shell('echo done > done.txt'))),
  ]
  let isExpanded = false
  const next = (seen: string): Turn => {
    const handle = [...seen.matchAll(condensed)].at(-1)?.[1]
    if (handle === undefined || isExpanded || rest.length > late)
      return rest.shift() ?? turn('end', { text: 'All read.' })
    isExpanded = true
    return turn('expand', { text: 'What was it? ' }, look('expand', { handle, matching: 'error E' }))
  }
  return {
    shown,
    reply(body, asked) {
      const seen = JSON.stringify(body.messages ?? body.input)
      // As many tokens as there may be: what is reported corrects the session's estimate.
      const inputTokens = Math.round(JSON.stringify(body).length / 3)
      // Agents ask for titles and the like as well, without their tools.
      const names = JSON.stringify(body.tools ?? [])
      if (!names.includes(`"name":"${shell('').name}"`)) return { parts: [{ text: 'Logs' }], inputTokens }
      const { step, parts } = next(seen)
      shown.push({ step, asked, seen })
      return { parts, inputTokens }
    },
  }
}

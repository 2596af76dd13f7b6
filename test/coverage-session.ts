/** A long session of an agent, written by a formula: every step speaks of things of its own. */
import type { Message } from '../src/types.ts'
import { call, result, say, text } from './formats/neutral-messages.ts'

const subjects = ['login', 'cache', 'billing', 'search', 'upload', 'export', 'invoice', 'session', 'webhook']
const verbs = ['rejects', 'repeats', 'delays', 'loses', 'doubles', 'rounds', 'truncates', 'caches']
const objects = ['tokens', 'headers', 'totals', 'pages', 'cookies', 'batches', 'receipts', 'locks', 'retries']

function pick(words: readonly string[], number: number): string {
  return words[number % words.length] as string
}

function sentence(number: number): string {
  const subject = pick(subjects, number)
  return `The ${subject} service ${pick(verbs, number * 5)} ${pick(objects, number * 7)} when queue_${number} holds ${number * 13} entries.`
}

function prose(number: number, sentences: number): string {
  return Array.from({ length: sentences }, (_, at) => sentence(number * 31 + at)).join('\n')
}

export const rule = 'You must never change the files below vendor/legacy.'
export const goal = 'Please find out why invoices are doubled.'
export const lastWish = 'Now write down what you found in REPORT.md, in three sentences.'

/** Messages of one step: words and a call, then its answer. */
function stepOf(number: number): readonly Message[] {
  const callId = `call_${number}`
  return [
    say('assistant', text(prose(number, 3)), call(callId, `ls src/${pick(subjects, number)}/part_${number}`)),
    say('tool', result(callId, prose(number + 1000, 12))),
  ]
}

export function longSession(steps: number): readonly Message[] {
  return [
    say('system', text('You are a careful engineer.')),
    say('user', text(`${goal}\n${rule}`)),
    ...Array.from({ length: steps }, (_, number) => stepOf(number)).flat(),
    say('assistant', text('That is all that I have seen.')),
    say('user', text(lastWish)),
  ]
}

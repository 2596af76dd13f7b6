/** One long request through a running proxy: what was sent, what arrived, what came back. */
import { FoveaError } from '../../../errors.ts'
import { formatNumber } from '../text-table.ts'

/** In a window of this size the request is long. */
export const trialWindow = 12_000

const errorLine = '1042 ERROR POST /orders/HB-11459/checkout 500 deadlock detected'
const log = Array.from({ length: 1500 }, (_, line) =>
  line === 1042 ? errorLine : `${line} INFO GET /orders/HB-${10_417 + line} 200`,
).join('\n')

const request = {
  model: 'claude-opus-4-6',
  max_tokens: 500,
  messages: [
    { role: 'user', content: 'Why did a checkout fail last night?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_log', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: log }] },
    { role: 'assistant', content: 'One checkout ran into a deadlock.' },
    { role: 'user', content: 'And what should we do about it?' },
  ],
  tools: [{ name: 'read_log', input_schema: { type: 'object' } }],
}

/** Throws where the proxy did not do its work. */
export async function tryProxy(url: string, token: string | undefined): Promise<string> {
  const answer = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'x-fovea-token': token }),
    },
    body: JSON.stringify(request),
  })
  const { content } = (await answer.json()) as { content?: readonly { text?: string }[] }
  const tokens = (name: string): number => Number(answer.headers.get(`x-fovea-${name}-tokens`))
  const said = content?.[0]?.text
  if (!answer.ok || said === undefined || !(tokens('saved') > 0))
    throw new FoveaError('internal', `The try failed: the proxy answered ${answer.status} and saved nothing.`)
  const given = tokens('given')
  return `sent a request of ${formatNumber(given)} tokens, and ${formatNumber(given - tokens('saved'))} tokens reached the provider, which answered: ${said}`
}

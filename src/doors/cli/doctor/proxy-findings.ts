/** The proxy: whether one runs, and whether an address in the environment leads to one that does not. */
import { formatCount, formatNumber } from '../text-table.ts'
import { typedCommand } from '../typed-command.ts'
import type { Finding } from './finding.ts'

const patienceMs = 1500
const addresses = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL']

export async function proxyFindings(
  port: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const about = 'proxy'
  const url = `http://127.0.0.1:${port}`
  const status = await statusAt(url)
  const pointing = addresses.filter(name => isHere(env[name], port))
  if (status !== undefined)
    return [{ state: 'ok', about, sentence: `it runs on ${url}: ${status}; watch it on ${url}/fovea.` }]
  return pointing.length > 0
    ? [
        {
          state: 'wrong',
          about,
          sentence: `${pointing.join(' and ')} lead to ${url}, and no proxy answers there; "${typedCommand()} proxy" starts it.`,
        },
      ]
    : [{ state: 'note', about, sentence: `none runs on ${url}; "${typedCommand()} proxy" starts it.` }]
}

function isHere(address: string | undefined, port: string): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { hostname, port: named } = new URL(address)
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && named === port
}

/** With a token of its own it refuses to say, which shows all the same that it runs. */
async function statusAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/fovea/status.json`, { signal: AbortSignal.timeout(patienceMs) })
    if (answer.status === 401) return 'it wants its token'
    if (!answer.ok) return undefined
    const { requests, tokens } = (await answer.json()) as { requests: number; tokens: { saved: number } }
    return `${formatCount(requests, 'request')}, ${formatNumber(tokens.saved)} tokens saved`
  } catch {
    return undefined
  }
}

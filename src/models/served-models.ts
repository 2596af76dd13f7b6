/** The models that an endpoint lists. */
import { callUrl, endpointDialects } from './endpoint-kinds.ts'
import type { EndpointOptions } from './model.ts'
import { withinDeadline } from './within-deadline.ts'

const patienceMs = 10_000

/** Empty where the endpoint lists none. Rejects only for an invalid address. */
export async function servedModels(
  options: Pick<EndpointOptions, 'url' | 'kind' | 'apiKey' | 'headers' | 'fetch'>,
): Promise<readonly string[]> {
  const dialect = endpointDialects[options.kind]
  const url = callUrl(options.url, dialect, 'any')
  url.pathname = `${url.pathname.slice(0, -dialect.path('any').length)}/models`
  const ending = await withinDeadline(async signal => {
    const response = await (options.fetch ?? fetch)(url, {
      headers: { ...dialect.headers(options.apiKey?.trim() || undefined), ...options.headers },
      signal,
      redirect: 'error',
    })
    return response.ok ? namesIn(await response.json()) : []
  }, patienceMs)
  return ending.ending === 'answered' ? ending.answer : []
}

/** `{ data: [{ id }] }`, as OpenAI and Anthropic list them, or Gemini's `{ models: [{ name }] }`. */
function namesIn(body: unknown): readonly string[] {
  const { data, models } = (body ?? {}) as { readonly data?: unknown; readonly models?: unknown }
  const listed = [data, models].find(Array.isArray) ?? []
  return listed.flatMap((model: unknown) => {
    const { id, name } = (model ?? {}) as { readonly id?: unknown; readonly name?: unknown }
    const known = id ?? name
    return typeof known === 'string' ? [known.replace(/^models\//, '')] : []
  })
}
